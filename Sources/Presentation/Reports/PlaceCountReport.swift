import CivilTime
import PlaceStore

/// How many places a store has, by source and by category.
public struct PlaceCountReport: Sendable {
  /// Where the places came from; the descriptions may be of more sources than there are counts.
  public var sources: [StoredSource]
  /// How many each source has; a place in several sources counts for each.
  public var bySource: [StoreCount]
  /// How many each category has, the largest first.
  public var byCategory: [StoreCount]

  public init(sources: [StoredSource], bySource: [StoreCount], byCategory: [StoreCount]) {
    self.sources = sources
    self.bySource = bySource
    self.byCategory = byCategory
  }

  /// How many there are; a place in several sources counts once.
  public var total: Int { byCategory.map(\.count).reduce(0, +) }

  private func source(named name: String?) -> StoredSource? {
    sources.first { $0.name == name }
  }

  /// A line for each count, its cells separated by tabs.
  ///
  /// - Parameter limit: how many categories have a line; the others share one.
  public func text(categories limit: Int) -> String {
    var lines: [[String]] = bySource.map { count in
      let source = source(named: count.name)
      return [
        "source", "\(count.count)", count.name ?? "", source?.licence ?? "", source?.attribution ?? "",
        source.map { Timestamp.text(of: $0.imported) } ?? "",
        source?.dated.map { Timestamp.text(of: $0) } ?? "",
      ]
    }
    lines += byCategory.prefix(limit).map { ["category", "\($0.count)", $0.name ?? "no category"] }
    let others = byCategory.dropFirst(limit)
    if !others.isEmpty {
      let count = others.map(\.count).reduce(0, +)
      lines.append(["others", "\(count)", others.count == 1 ? "1 category" : "\(others.count) categories"])
    }
    lines.append(["all", "\(total)"])
    return lines.map { $0.map(TerminalText.harmless).joined(separator: "\t") + "\n" }.joined()
  }

  /// One JSON document, with all categories.
  public var json: String {
    JSONValue.known([
      "schema": .integer(1),
      "total": .integer(total),
      "sources": .array(
        bySource.map { count in
          let source = source(named: count.name)
          return .known([
            "name": count.name.map(JSONValue.string), "count": .integer(count.count),
            "licence": source?.licence.map(JSONValue.string),
            "attribution": source?.attribution.map(JSONValue.string),
            "imported": source.map { .string(Timestamp.text(of: $0.imported)) },
            "dated": source?.dated.map { .string(Timestamp.text(of: $0)) },
          ])
        }),
      "categories": .array(
        byCategory.map { .known(["name": $0.name.map(JSONValue.string), "count": .integer($0.count)]) }),
    ]).indented + "\n"
  }
}
