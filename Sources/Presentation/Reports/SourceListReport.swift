import FoundationEssentials
import Geography
import Input
import PlaceFiles
import PlaceStore
import Places

/// The sources of a store: where they come from, how old they are, and how many places they have.
public struct SourceListReport: Sendable {
  /// One source.
  public struct Entry: Sendable {
    let source: StoredSource
    let files: [SourceFile]
    let count: Int

    /// A source, what it was imported from, and how many places it has.
    public init(source: StoredSource, files: [SourceFile], count: Int) {
      self.source = source
      self.files = files
      self.count = count
    }
  }

  private let entries: [Entry]
  private let now: Date

  /// A report of sources, with ages as of a time.
  public init(_ entries: [Entry], now: Date) {
    self.entries = entries
    self.now = now
  }

  /// Columns for people, with a line for each file of a source.
  public var text: String {
    var rows = [["SOURCE", "PLACES", "DATA OF", "IMPORTED", "LICENCE", "FROM"]]
    for entry in entries {
      let source = entry.source
      let from = entry.files.map(\.path)
      rows.append([
        source.name, "\(entry.count)",
        source.dated.map { "\(Self.day($0)) (\(Self.wording(ageOf: source, at: now)))" } ?? "?",
        Self.day(source.imported),
        source.licence ?? "?", from.first ?? Self.wording(of: source.origin),
      ])
      rows += from.dropFirst().map { ["", "", "", "", "", $0] }
    }
    let harmless = rows.map { $0.map(TerminalText.harmless) }
    let columns = rows[0].indices.map { TextColumn($0, of: harmless, isNumber: $0 == 1) }
    return harmless.map { columns.line(of: $0) + "\n" }.joined()
  }

  /// One JSON document; ages in seconds, unknown values absent.
  public var json: String {
    JSONValue.known([
      "schema": .integer(1),
      "sources": .array(entries.map(json)),
    ]).indented + "\n"
  }

  private func json(_ entry: Entry) -> JSONValue {
    let source = entry.source
    return .known([
      "name": .string(source.name), "origin": source.origin.map { .string($0.rawValue) },
      "count": .integer(entry.count), "licence": source.licence.map(JSONValue.string),
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
    PlaceSource.age(of: source.dated, at: now).map(Age.wording) ?? "age unknown"
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
