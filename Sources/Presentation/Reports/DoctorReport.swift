/// The results of checking, one after the other, the parts that an answer needs.
public struct DoctorReport: Sendable {
  public struct Finding: Hashable, Sendable {
    public enum State: String, Sendable {
      case ok
      /// It is absent, and optional.
      case absent
      case broken
      /// It is there, but its data is from another time.
      case old
      /// It was not checked, because a part before it is broken.
      case unknown
    }

    /// What the part is called.
    public let name: String
    public let state: State
    public let meaning: String
    public let remedy: String?

    public init(_ name: String, _ state: State, _ meaning: String, remedy: String? = nil) {
      (self.name, self.state, self.meaning, self.remedy) = (name, state, meaning, remedy)
    }
  }

  private let findings: [Finding]

  public init(_ findings: [Finding]) {
    self.findings = findings
  }

  /// A line for each part, and below it the suggested fix; broken between words to fit the columns, if there is a limit.
  public func text(width: Int? = nil) -> String {
    let indent = 4 + 7 + (findings.map(\.name.count).max() ?? 0)
    let rows = findings.flatMap { finding in
      [TerminalText.harmless(finding.meaning), finding.remedy].compactMap(\.self).flatMap {
        TerminalText.wrapped($0, to: width.map { $0 - indent } ?? .max)
      }.enumerated().map { index, line in
        (index == 0 ? [finding.name, finding.state.rawValue] : ["", ""]) + [line]
      }
    }
    let columns = [TextColumn(0, of: rows), TextColumn(index: 1, width: 7), TextColumn(2, of: rows)]
    return columns.text(of: rows)
  }

  public var json: String {
    JSONValue.known([
      "schema": .integer(1),
      "checks": .array(
        findings.map { finding in
          .known([
            "name": .string(finding.name), "state": .string(finding.state.rawValue),
            "meaning": .string(finding.meaning), "remedy": finding.remedy.map(JSONValue.string),
          ])
        }),
    ]).indented + "\n"
  }
}
