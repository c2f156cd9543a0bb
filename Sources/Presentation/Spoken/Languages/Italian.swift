extension SpokenWords {
  /// Italian.
  static let italian = """
    here: Qui: %
    ahead: davanti
    right: a destra
    behind: dietro
    left: a sinistra
    hour: a ore %
    first hour: a ore 1
    several: % in tutto
    place: luogo
    nothing: Nessun luogo trovato
    on route: Sul percorso
    off route: Fuori dal percorso
    unknown hours: orari sconosciuti
    lost: Posizione persa
    regained: Posizione ritrovata
    compass: nord, nord-est, est, sud-est, sud, sud-ovest, ovest, nord-ovest
    decimal: ,
    metre: metro, metri
    kilometre: chilometro, chilometri
    yard: iarda, iarde
    mile: miglio, miglia
    foot: piede, piedi
    nautical mile: miglio nautico, miglia nautiche
    """
}
