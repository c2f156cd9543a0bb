extension SpokenWords {
  /// Dutch.
  static let dutch = """
    here: Hier: %
    ahead: vooruit
    right: rechts
    behind: achter u
    left: links
    hour: op % uur
    first hour: op 1 uur
    several: % in totaal
    place: plaats
    nothing: Niets gevonden
    on route: Op de route
    off route: Van de route af
    unknown hours: openingstijden onbekend
    lost: Positie kwijt
    regained: Positie weer gevonden
    compass: noord, noordoost, oost, zuidoost, zuid, zuidwest, west, noordwest
    decimal: ,
    metre: meter, meter
    kilometre: kilometer, kilometer
    yard: yard, yards
    mile: mijl, mijl
    foot: voet, voet
    nautical mile: zeemijl, zeemijl
    """
}
