import Foundation

/// OpenStreetMap extracts of growing size: copies of one extract side by side, with ids up to today's newest
/// nodes.
struct GrowingExtract {
  private let elements: [Substring]
  private let numbers: [Substring: [Int64: Int64]]

  /// Today's newest nodes have ids of this size.
  private static let largestID: Int64 = 13_000_000_000
  /// The most copies.
  static let mostCopies = 20

  /// - Parameter text: the extract in OPL, one element per line, as `osmium cat -f opl` writes it.
  init(opl text: String) {
    elements = text.split(separator: "\n")
    var ids: [Substring: Set<Int64>] = [:]
    for element in elements {
      let id = element.prefix { $0 != " " }
      if let number = Int64(id.dropFirst()) { ids[id.prefix(1), default: []].insert(number) }
      for part in element.split(separator: " ") where part.first == "N" || part.first == "M" {
        for reference in part.dropFirst().split(separator: ",") {
          let kind = reference.prefix(1)
          let digits = reference.dropFirst().prefix { $0.isNumber }
          if let number = Int64(digits) { ids[kind, default: []].insert(number) }
        }
      }
    }
    // Keeps ids in order, as far apart as the largest allows.
    numbers = ids.mapValues { known in
      let step = Self.largestID / Int64(known.count * Self.mostCopies + 1)
      return Dictionary(
        uniqueKeysWithValues: known.sorted().enumerated().map { ($1, Int64($0 + 1) * step) })
    }
  }

  /// Writes this many copies, in the order of kinds and ids, as OPL.
  func write(copies: Int, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    for kind in ["n", "w", "r"] {
      for copy in 0..<copies {
        var text = ""
        for element in elements where element.hasPrefix(kind) {
          text += shifted(element, copy: copy) + "\n"
          if text.utf8.count > 1 << 20 {
            try file.write(contentsOf: Data(text.utf8))
            text.removeAll(keepingCapacity: true)
          }
        }
        try file.write(contentsOf: Data(text.utf8))
      }
    }
    try file.close()
  }

  private func shifted(_ element: Substring, copy: Int) -> String {
    element.split(separator: " ").enumerated().map { index, part in
      switch part.first {
      case _ where index == 0: String(reference(part, copy))
      case "N", "M":
        String(part.prefix(1))
          + part.dropFirst().split(separator: ",").map { reference($0, copy) }.joined(separator: ",")
      case "x": "x\(String(format: "%.7f", (Double(part.dropFirst()) ?? 0) + 0.02 * Double(copy)))"
      default: String(part)
      }
    }.joined(separator: " ")
  }

  /// An id with its kind and suffix, such as `w123@outer`.
  private func reference(_ text: Substring, _ copy: Int) -> String {
    let kind = text.prefix(1)
    let digits = text.dropFirst().prefix { $0.isNumber }
    guard let number = Int64(digits), let known = numbers[kind], let shifted = known[number] else {
      return String(text)
    }
    let span = Self.largestID / Int64(Self.mostCopies)
    return "\(kind)\(shifted + Int64(copy) * span)\(text.dropFirst(1 + digits.count))"
  }
}
