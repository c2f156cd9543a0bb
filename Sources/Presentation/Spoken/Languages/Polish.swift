extension SpokenWords {
  /// Polish.
  static let polish = """
    here: Tutaj: %
    ahead: z przodu
    right: po prawej
    behind: z tyłu
    left: po lewej
    hour: na godzinie %
    first hour: na godzinie 1
    several: razem %
    place: miejsce
    nothing: Nic nie znaleziono
    on route: Na trasie
    off route: Poza trasą
    unknown hours: godziny otwarcia nieznane
    lost: Utracono pozycję
    regained: Odzyskano pozycję
    compass: północ, północny wschód, wschód, południowy wschód, południe, południowy zachód, zachód, północny zachód
    decimal: ,
    metre: metr, metry, metrów, metra
    kilometre: kilometr, kilometry, kilometrów, kilometra
    yard: jard, jardy, jardów, jarda
    mile: mila, mile, mil, mili
    foot: stopa, stopy, stóp, stopy
    nautical mile: mila morska, mile morskie, mil morskich, mili morskiej
    """
}
