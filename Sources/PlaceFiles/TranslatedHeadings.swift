import Places

/// What headings of tables mean in the languages that poi knows besides English.
package enum TranslatedHeadings {
  /// Whether a heading can mean anything but the tag of its text.
  package static func hasMeaning(_ heading: String) -> Bool {
    PlaceRecord.Role(key: heading) != nil || key(of: heading) != nil
      || heading == PlaceRecord.keyOfTags || PlaceRecord.keysOfView.contains(heading)
  }

  /// The same headings, those in another language or in capitals as the keys that they mean.
  ///
  /// One that means what another column has stays as it is, like the width (`Breite`) of something with a `lat`.
  static func translated(_ headings: [String]) -> [String] {
    var roles = Set(headings.compactMap(PlaceRecord.Role.init(key:)))
    var keys = Set(headings)
    return headings.map { heading in
      guard PlaceRecord.Role(key: heading) == nil, let key = key(of: heading),
        PlaceRecord.Role(key: key).map({ roles.insert($0).inserted }) ?? keys.insert(key).inserted
      else { return heading }
      return key
    }
  }

  private static func key(of heading: String) -> String? {
    let lowercased = heading.lowercased()
    return meanings[lowercased] ?? (lowercased != heading && keys.contains(lowercased) ? lowercased : nil)
  }

  /// Keys of what people write about places, which they may capitalise.
  private static let keys = Set(
    ("access addr:city addr:housenumber addr:postcode addr:street amenity brand cuisine description email fee "
      + "opening_hours operator phone url website wheelchair").split(separator: " ").map(String.init))

  private static let meanings = Dictionary(
    words.flatMap { key, words in words.split(separator: ",").map { (String($0), key) } }
  ) { first, _ in first }

  /// In Czech, Dutch, English, Finnish, French, German, Italian, Polish, Portuguese, Spanish and Swedish.
  private static let words = [
    (
      "lat",
      "zeměpisná šířka,šířka,breedtegraad,breedte,leveysaste,leveys,latitude,breitengrad,geographische breite,breite,"
        + "latitudine,szerokość geograficzna,szerokość,latitud,breddgrad,bredd"
    ),
    (
      "lon",
      "zeměpisná délka,délka,lengtegraad,lengte,pituusaste,pituus,längengrad,geographische länge,länge,longitudine,"
        + "długość geograficzna,długość,longitud,längdgrad,längd"
    ),
    ("name", "název,jméno,naam,nimi,nom,bezeichnung,nome,nazwa,nombre,namn"),
    (
      "category",
      "kategorie,druh,categorie,soort,luokka,kategoria,tyyppi,catégorie,genre,art,typ,categoria,tipo,rodzaj,categoría,"
        + "kategori,sort"
    ),
    (
      "opening_hours",
      "otevírací doba,openingstijden,aukioloajat,aukiolo,horaires d'ouverture,horaires d’ouverture,horaires,"
        + "öffnungszeiten,orari di apertura,orari,orario,godziny otwarcia,horário de funcionamento,horários,horário,"
        + "horario de apertura,horarios,horario,öppettider,opening hours"
    ),
    (
      "description",
      "popis,beschrijving,omschrijving,kuvaus,beschreibung,descrizione,opis,descrição,descripción,beskrivning"
    ),
    ("phone", "telefon,telefoon,puhelin,téléphone,telefono,telefone,teléfono"),
    (
      "website",
      "web,webová stránka,verkkosivu,kotisivu,site web,webseite,internetseite,sito web,sito,strona,sitio web"
    ),
    ("proximity", "vzdálenost,umkreis,rayon,raggio,raio,radio,säde,promień,poloměr,straal"),
  ]
}
