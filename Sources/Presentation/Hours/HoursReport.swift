import CivilTime
import OpeningHours

/// What opening hours say about a moment: the state, the rule that decided, the week, and what is sloppy.
public struct HoursReport: Sendable {
  private let hours: WrittenHours
  private let shown: ShownOpening
  private let words: Phrases
  private let week: WeekTable?

  /// - Parameter week: the days to show.
  public init(
    _ hours: WrittenHours, _ shown: ShownOpening, _ words: Phrases = Phrases(), week: WeekTable? = nil
  ) {
    (self.hours, self.shown, self.words, self.week) = (hours, shown, words, week)
  }

  /// One JSON object on a line of its own; what is unknown is absent.
  public var jsonLine: String {
    let value: KeyValuePairs<StaticString, JSONValue?> = ["value": .string(hours.text)]
    let further: KeyValuePairs<StaticString, JSONValue?> = [
      "warnings": hours.warnings.isEmpty ? nil : .array(hours.warnings.map { .string($0.description) }),
      "week": week.map(\.jsonValue),
    ]
    return JSONValue.known(value, shown.opening?.jsonMembers ?? [:], further).line + "\n"
  }

  /// The state in words, the rule that decided, and the week.
  public var text: String {
    let rule = shown.opening?.rule.map { words(.rule, ["rule": TerminalText.harmless($0)]) + "\n" } ?? ""
    return "\(shown.text(words))\n\(rule)\(week?.text(words) ?? "")"
  }

  /// The state in words, a tab, and the value.
  public var line: String { "\(shown.text(words))\t\(TerminalText.harmless(hours.text))\n" }

  /// Whether the answer depends on the time zone, which is unknown.
  public var needsZone: Bool {
    if case .noZone = shown.opening?.reason { true } else { false }
  }

  /// A line for each thing that is sloppy.
  public var warnings: [String] { hours.warnings.map { "note: \($0)" } }
}

extension WeekTable {
  /// A line for each day, as on a shop's door.
  public func text(_ words: Phrases) -> String {
    rows.map { row in
      let hours =
        row.spans.isEmpty ? words(.closed) : row.spans.map { $0.text(words) }.joined(separator: ", ")
      let holiday = row.holiday.map { "  (\($0.text(words)))" } ?? ""
      return "  \(words.list(.weekdays)[row.weekday]) \(row.date)  \(hours)\(holiday)\n"
    }.joined()
  }

  var jsonValue: JSONValue {
    .array(
      rows.map { row in
        .known([
          "date": .string(row.date),
          "holiday": row.holiday.map { .string($0.text(Phrases())) },
          "spans": .array(
            row.spans.map { span in
              .known([
                "hours": .string(span.clocks), "state": .string(span.state.rawValue),
                "reason": span.reason.map { .string($0.description) },
                "comment": span.comment.map(JSONValue.string),
              ])
            }),
        ])
      })
  }
}

extension WeekTable.Row {
  /// `2026-12-24`
  fileprivate var date: String {
    "\(Day(number: Day.number(year: year, month: month, day: dayOfMonth)))"
  }
}

extension WeekTable.Span {
  /// `08:00-18:00`, and what is doubtful about it.
  fileprivate func text(_ words: Phrases) -> String {
    let remark = state == .unknown ? "\(words(.unknown)): \(reason?.text(words) ?? "")" : comment ?? ""
    return remark.isEmpty ? clocks : "\(clocks) (\(TerminalText.harmless(remark)))"
  }
}

extension WeekTable.Holiday {
  /// The name, and whether it is uncertain.
  fileprivate func text(_ words: Phrases) -> String {
    let name = name.map(TerminalText.harmless) ?? words(.publicHoliday)
    switch certainty {
    case .sure: return name
    case .inSomeLists: return "\(name), \(words(.bySomeLists))"
    case .inSomeRegions: return "\(name), \(words(.inSomeRegions))"
    }
  }
}
