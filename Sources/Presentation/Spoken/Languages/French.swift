extension SpokenWords {
  /// French.
  static let french = """
    here: Ici : %
    ahead: devant
    right: à droite
    behind: derrière
    left: à gauche
    hour: à % heures
    first hour: à 1 heure
    several: % en tout
    place: lieu
    nothing: Rien trouvé
    on route: Sur l'itinéraire
    off route: Hors de l'itinéraire
    unknown hours: horaires inconnus
    lost: Position perdue
    regained: Position retrouvée
    compass: nord, nord-est, est, sud-est, sud, sud-ouest, ouest, nord-ouest
    decimal: ,
    metre: mètre, mètres
    kilometre: kilomètre, kilomètres
    yard: yard, yards
    mile: mile, miles
    foot: pied, pieds
    nautical mile: mille marin, milles marins
    """
}
