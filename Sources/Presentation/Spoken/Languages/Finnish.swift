extension SpokenWords {
  /// Finnish.
  static let finnish = """
    here: Tässä: %
    ahead: edessä
    right: oikealla
    behind: takana
    left: vasemmalla
    hour: kello %
    first hour: kello 1
    several: yhteensä %
    place: paikka
    nothing: Mitään ei löytynyt
    on route: Reitillä
    off route: Poissa reitiltä
    unknown hours: aukioloajat eivät ole tiedossa
    lost: Sijainti kadonnut
    regained: Sijainti löytyi taas
    compass: pohjoinen, koillinen, itä, kaakko, etelä, lounas, länsi, luode
    decimal: ,
    metre: metri, metriä
    kilometre: kilometri, kilometriä
    yard: jaardi, jaardia
    mile: maili, mailia
    foot: jalka, jalkaa
    nautical mile: meripeninkulma, meripeninkulmaa
    """
}
