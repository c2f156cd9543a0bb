extension SpokenWords {
  /// English: a line for each sentence; `%` stands for a name or a number, and units have plural forms.
  static let english = """
    here: At %
    ahead: ahead
    right: on the right
    behind: behind
    left: on the left
    hour: at % o'clock
    first hour: at 1 o'clock
    several: % in all
    place: place
    nothing: Nothing found
    on route: On the route
    off route: Off the route
    unknown hours: hours unknown
    lost: Position lost
    regained: Position found again
    compass: north, north-east, east, south-east, south, south-west, west, north-west
    decimal: .
    metre: metre, metres
    kilometre: kilometre, kilometres
    yard: yard, yards
    mile: mile, miles
    foot: foot, feet
    nautical mile: nautical mile, nautical miles
    """
}
