extension SpokenWords {
  /// Swedish.
  static let swedish = """
    here: Här: %
    ahead: framför
    right: till höger
    behind: bakom
    left: till vänster
    hour: klockan %
    first hour: klockan 1
    several: totalt %
    place: plats
    nothing: Inget hittades
    on route: På rutten
    off route: Utanför rutten
    unknown hours: öppettider okända
    lost: Positionen borta
    regained: Positionen är tillbaka
    compass: norr, nordost, öster, sydost, söder, sydväst, väster, nordväst
    decimal: ,
    metre: meter, meter
    kilometre: kilometer, kilometer
    yard: yard, yard
    mile: engelsk mil, engelska mil
    foot: fot, fot
    nautical mile: sjömil, sjömil
    """
}
