extension SpokenWords {
  /// German.
  static let german = """
    here: Hier: %
    ahead: voraus
    right: rechts
    behind: hinten
    left: links
    hour: auf % Uhr
    first hour: auf 1 Uhr
    several: insgesamt %
    place: Ort
    nothing: Nichts gefunden
    on route: Auf der Route
    off route: Abseits der Route
    unknown hours: Öffnungszeiten unbekannt
    lost: Position verloren
    regained: Position wieder da
    compass: Norden, Nordosten, Osten, Südosten, Süden, Südwesten, Westen, Nordwesten
    decimal: ,
    metre: Meter, Meter
    kilometre: Kilometer, Kilometer
    yard: Yard, Yards
    mile: Meile, Meilen
    foot: Fuß, Fuß
    nautical mile: Seemeile, Seemeilen
    """
}
