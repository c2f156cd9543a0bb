extension SpokenWords {
  /// Portuguese.
  static let portuguese = """
    here: Aqui: %
    ahead: à frente
    right: à direita
    behind: atrás
    left: à esquerda
    hour: às % horas
    first hour: à 1 hora
    several: % no total
    place: lugar
    nothing: Nada encontrado
    on route: Na rota
    off route: Fora da rota
    unknown hours: horário desconhecido
    lost: Posição perdida
    regained: Posição recuperada
    compass: norte, nordeste, leste, sudeste, sul, sudoeste, oeste, noroeste
    decimal: ,
    metre: metro, metros
    kilometre: quilómetro, quilómetros
    yard: jarda, jardas
    mile: milha, milhas
    foot: pé, pés
    nautical mile: milha náutica, milhas náuticas
    """
}
