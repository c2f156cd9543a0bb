extension SpokenWords {
  /// Czech.
  static let czech = """
    here: Zde: %
    ahead: vpředu
    right: vpravo
    behind: vzadu
    left: vlevo
    hour: na % hodinách
    first hour: na 1 hodině
    several: celkem %
    place: místo
    nothing: Nic nenalezeno
    on route: Na trase
    off route: Mimo trasu
    unknown hours: otevírací doba neznámá
    lost: Poloha ztracena
    regained: Poloha znovu nalezena
    compass: sever, severovýchod, východ, jihovýchod, jih, jihozápad, západ, severozápad
    decimal: ,
    metre: metr, metry, metru, metrů
    kilometre: kilometr, kilometry, kilometru, kilometrů
    yard: yard, yardy, yardu, yardů
    mile: míle, míle, míle, mil
    foot: stopa, stopy, stopy, stop
    nautical mile: námořní míle, námořní míle, námořní míle, námořních mil
    """
}
