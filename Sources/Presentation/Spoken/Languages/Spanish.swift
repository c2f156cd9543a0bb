extension SpokenWords {
  /// Spanish.
  static let spanish = """
    here: Aquí: %
    ahead: delante
    right: a la derecha
    behind: detrás
    left: a la izquierda
    hour: a las %
    first hour: a la 1
    several: % en total
    place: lugar
    nothing: No se ha encontrado nada
    on route: En la ruta
    off route: Fuera de la ruta
    unknown hours: horario desconocido
    lost: Posición perdida
    regained: Posición recuperada
    compass: norte, noreste, este, sureste, sur, suroeste, oeste, noroeste
    decimal: ,
    metre: metro, metros
    kilometre: kilómetro, kilómetros
    yard: yarda, yardas
    mile: milla, millas
    foot: pie, pies
    nautical mile: milla náutica, millas náuticas
    """
}
