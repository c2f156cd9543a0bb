import CivilTime
import FoundationEssentials
import Geography
import PlaceFiles
import PlaceStore
import Places

/// The sources of a store: where they come from, how old they are, and how many places they have.
public struct SourceListReport: Sendable {
  public struct Entry: Sendable {
    let source: StoredSource
    let files: [SourceFile]
    let count: Int
    let coverage: Coverage?
    let lacking: (count: Int, total: Int)?

    /// A source, what it was imported from, how many places it has, where it has every place, and how many
    /// of its squares lack streets, addresses and areas, if it was fetched in squares.
    public init(
      source: StoredSource, files: [SourceFile], count: Int, coverage: Coverage? = nil,
      lacking: (count: Int, total: Int)? = nil
    ) {
      (self.source, self.files, self.count) = (source, files, count)
      (self.coverage, self.lacking) = (coverage, lacking)
    }

    /// Whether an earlier version stored less of it than this one does.
    fileprivate var isOfEarlierVersion: Bool {
      source.knowsOnlyPoints
        || isExtract && (coverage == nil || source.gazetteer == nil || source.lacksJunctions)
    }

    /// Whether it has all of an extract of OpenStreetMap.
    fileprivate var isExtract: Bool { files.contains(where: \.isWholeExtract) }
  }

  private let entries: [Entry]
  private let now: Date

  public init(_ entries: [Entry], now: Date) {
    self.entries = entries
    self.now = now
  }

  /// Columns for people, with a line for each file of a source.
  public var text: String {
    var rows = [["SOURCE", "PLACES", "AREA", "DATA OF", "IMPORTED", "LICENCE", "FROM"]]
    for entry in entries {
      let source = entry.source
      let from = entry.files.map(\.path)
      rows.append([
        source.name, "\(entry.count)", entry.area,
        source.dated.map { "\(Self.day($0)) (\(Self.wording(ageOf: source, at: now)))" } ?? "?",
        Self.day(source.imported),
        source.licence ?? "?", from.first ?? Self.wording(of: source.origin),
      ])
      rows += from.dropFirst().map { ["", "", "", "", "", "", $0] }
    }
    let harmless = rows.map { $0.map(TerminalText.harmless) }
    let columns = rows[0].indices.map { TextColumn($0, of: harmless, isNumber: $0 == 1 || $0 == 2) }
    return columns.text(of: harmless)
  }

  /// One JSON document; ages in seconds, unknown values absent.
  public var json: String {
    JSONValue.known(["schema": .integer(1), "sources": .array(entries.map(json))]).indented + "\n"
  }

  /// The coverage of each source that knows it: a GeoJSON document with a feature for each.
  public var geoJSON: String {
    JSONValue.known([
      "type": .string("FeatureCollection"),
      "features": .array(
        entries.compactMap { entry in
          entry.coverage.map { coverage in
            .known([
              "type": .string("Feature"),
              "properties": .known(["name": .string(entry.source.name), "area": .rounded(coverage.area)]),
              "geometry": .known([
                "type": .string("MultiPolygon"), "coordinates": .array(coverage.boxes.map(Self.polygon)),
              ]),
            ])
          }
        }),
    ]).line + "\n"
  }

  private static func polygon(of box: BoundingBox) -> JSONValue {
    let corners = [
      (box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north),
      (box.west, box.south),
    ]
    return .array([.array(corners.map { .array([.number($0), .number($1)]) })])
  }

  /// What brings more of sources that lack some parts; a line for each of these.
  public var advice: [String] {
    func advice(for entries: [Entry], _ words: String) -> String? {
      let names = entries.map { TerminalText.harmless($0.source.name) }
      return names.isEmpty ? nil : "an earlier version imported \(names.joined(separator: ", ")): \(words)"
    }
    let old = entries.filter(\.isOfEarlierVersion)
    // An earlier version stored those, or they were imported without it.
    let mapless = entries.filter { $0.isExtract && $0.source.gazetteer.map { !$0.contains(.map) } ?? false }
      .map { TerminalText.harmless($0.source.name) }
    return [
      advice(
        for: old.filter { $0.source.origin != .overpass },
        "import it again to get its area, the edges of places, addresses and junctions"),
      advice(
        for: old.filter { $0.source.origin == .overpass },
        "remove it and prefetch it again to get the edges of places"),
      mapless.isEmpty
        ? nil
        : "no map of \(mapless.joined(separator: ", ")): to have a map behind places, import it again",
    ].compactMap(\.self)
      + entries.compactMap { entry in
        guard let lacking = entry.lacking, lacking.count > 0 else { return nil }
        let name = TerminalText.harmless(entry.source.name)
        let count = "\(lacking.count) of \(lacking.total)"
        return "\(count) squares of \(name) have no streets, addresses and areas: "
          + "to say where you are in words, fetch them again: poi update"
      }
  }

  private func json(_ entry: Entry) -> JSONValue {
    let source = entry.source
    return .known([
      "name": .string(source.name), "origin": source.origin.map { .string($0.rawValue) },
      "count": .integer(entry.count), "extents": .boolean(source.hasExtents),
      "gazetteer": source.gazetteer.map { parts in
        .array(parts.map(\.rawValue).sorted().map(JSONValue.string))
      },
      "area": entry.coverage.map { .rounded($0.area) },
      "licence": source.licence.map(JSONValue.string),
      "attribution": source.attribution.map(JSONValue.string),
      "imported": .string(Timestamp.text(of: source.imported)),
      "dated": source.dated.map { .string(Timestamp.text(of: $0)) },
      "age": PlaceSource.age(of: source.dated, at: now).map { .rounded($0) },
      "files": .array(
        entry.files.map { file in
          .known([
            "path": .string(file.path), "size": .integer(Int(file.size)),
            "dated": file.dateOfData.map { .string(Timestamp.text(of: $0)) },
            "bbox": file.extract?.boundingBox.map { box in
              .array([box.west, box.south, box.east, box.north].map(JSONValue.number))
            },
            "replication": file.extract?.replicationURL.map(JSONValue.string),
            "sequence": file.extract?.replicationSequence.map { .integer(Int($0)) },
          ])
        }),
    ])
  }

  /// How old its data is: `12 days`.
  public static func wording(ageOf source: StoredSource, at now: Date) -> String {
    PlaceSource.age(of: source.dated, at: now).map { Age.text(seconds: $0) } ?? "age unknown"
  }

  private static func day(_ date: Date) -> String { String(Timestamp.text(of: date).prefix(10)) }

  private static func wording(of origin: SourceOrigin?) -> String {
    switch origin {
    case .overpass: "Overpass, square by square"
    case .user: "added by hand"
    case .files: "standard input"
    case nil: "imported by an older poi"
    }
  }
}

extension SourceListReport.Entry {
  /// `468 km²`; `?` if it is not known.
  fileprivate var area: String {
    guard let coverage, !coverage.isEmpty else { return "?" }
    return "\(max(1, Int(clamping: (coverage.area / 1e6).rounded()))) km²"
  }
}
