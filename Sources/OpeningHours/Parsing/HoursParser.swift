/// Reads the rules of opening hours by OpenStreetMap's grammar, and common deviations from it.
///
/// https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
struct HoursParser {
  /// A rule is not of this grammar; it becomes one that says unknown.
  struct NotUnderstood: Error {}

  let bytes: [UInt8]
  let tokens: [HoursToken]
  var position = 0
  var warnings: [HoursWarning]
  /// Whether a date is read that ends a range of days.
  var isEndOfRange = false
  /// Whether the next rule follows without a separator.
  private var isWithoutSeparator = false
  private(set) var rules: [HoursRule] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    let lexer = HoursLexer(bytes)
    tokens = lexer.tokens
    warnings = lexer.warnings
    readRules()
  }

  private mutating func readRules() {
    var joint = HoursRule.Joint.normal
    while position < tokens.count {
      if current?.isSymbol(";") == true {
        warn(.surplusSeparator)
        position += 1
        joint = .normal
        continue
      }
      let (start, count) = (position, rules.count)
      do {
        let rule = try rule(joint)
        // Whether a rule adds to others or replaces them matters only for days that they share.
        if isWithoutSeparator, rule.times.isEmpty && rule.state != .closed || isSharingDays(rule) {
          throw NotUnderstood()
        }
        rules.append(rule)
        isWithoutSeparator = false
        joint = try separator()
      } catch {
        // What follows a rule may change its meaning.
        rules.removeSubrange(count...)
        isWithoutSeparator = false
        while let token = current, !token.isSymbol(";"), token.kind != .fallback { position += 1 }
        rules.append(.notUnderstood(text(start..<position), joint))
        warn(.notUnderstood)
        joint = current?.kind == .fallback ? .fallback : .normal
        position += 1
      }
    }
  }

  private func isSharingDays(_ rule: HoursRule) -> Bool {
    rules.contains { $0.weekdays & rule.weekdays != 0 }
  }

  /// What joins the next rule to this one; its tokens are read.
  private mutating func separator() throws(NotUnderstood) -> HoursRule.Joint {
    guard let token = current else { return .normal }
    if token.kind == .fallback {
      position += 1
      guard current != nil else { throw NotUnderstood() }
      return .fallback
    }
    if token.isSymbol(";") {
      position += 1
      if current == nil { warn(.surplusSeparator) }
      return .normal
    }
    if token.isSymbol(",") {
      position += 1
      if current == nil { warn(.surplusSeparator) }
      return .additional
    }
    // `10:00-18:00 Mo-Fr` has its days at the end, and `10-18 Dec` no times at all.
    guard let last = rules.last, last.hasDays, !last.times.isEmpty else { throw NotUnderstood() }
    switch token.word {
    case .weekday, .ambiguousWeekday, .holiday: break
    default: throw NotUnderstood()
    }
    warn(.missingSeparator)
    isWithoutSeparator = true
    return .additional
  }

  private mutating func rule(_ joint: HoursRule.Joint) throws(NotUnderstood) -> HoursRule {
    let start = position
    let isAlways = always()
    var days: [DaySelector] = []
    if !isAlways { days = try daySelectors() }
    let hasDays = position > start
    var times: [TimeSpan] = []
    // `2020-2024` alone may be years, or times without their colons.
    if !hasDays, let year = current?.number, year >= 1900, peek(2)?.digits == 4 { throw NotUnderstood() }
    if !isAlways, beginsTime(at: position) {
      if hasDays, current?.hasSpaceBefore == false, !before(isOneOf: ":", ",") { warn(.missingSpace) }
      times = try timeSpans()
    } else if hasDays, !isAlways, always() {
      warn(.surplusSign)
    }
    let (state, comment) = try stateAndComment()
    guard position > start else { throw NotUnderstood() }
    if hasDays, !isAlways, times.isEmpty, state == nil, comment == nil { warn(.noTimes) }
    return HoursRule(
      text: text(start..<position), joint: joint, state: state ?? (comment == nil ? .open : .unknown),
      doubt: Self.doubt(state, comment), comment: comment, days: days,
      hasDays: hasDays, times: times, isAlways: isAlways && comment == nil)
  }

  private static func doubt(_ state: OpeningState?, _ comment: String?) -> Doubt? {
    guard state == nil || state == .unknown else { return nil }
    guard let comment else { return state == nil ? nil : .stated }
    let words = comment.lowercased()
    return appointments.contains { words.contains($0) } ? .appointment : .comment
  }

  private static let appointments = [
    "appointment", "appt", "vereinbarung", "termin", "absprache", "anmeldung", "rendez-vous", "rendez vous",
    "rdv", "afspraak", "cita", "appuntamento", "ajanvarau", "sopimuksen", "tilauksesta", "överenskommelse",
    "aftale", "avtale", "objednání", "reservation", "booking", "request",
  ]

  /// `24/7`
  private mutating func always() -> Bool {
    guard peek(0)?.number == 24, peek(1)?.isSymbol("/") == true, peek(2)?.number == 7 else { return false }
    position += 3
    return true
  }

  /// `open`, `off "on holiday"`, `"by appointment"`; a state alone, a comment alone, or both.
  private mutating func stateAndComment() throws(NotUnderstood) -> (OpeningState?, String?) {
    var state: OpeningState?
    var comment: String?
    while let token = current {
      if token.kind == .comment {
        guard comment == nil else { throw NotUnderstood() }
        let text = String(String(decoding: bytes[token.range], as: UTF8.self).dropFirst().dropLast())
        comment = text.allSatisfy(\.isWhitespace) ? nil : text
      } else if case .state(let word)? = token.word {
        guard state == nil || state == word else { throw NotUnderstood() }
        warnAboutName(token)
        state = word
      } else {
        break
      }
      position += 1
    }
    return (state, comment)
  }

  // MARK: Tokens

  var current: HoursToken? { token(at: position) }

  func token(at index: Int) -> HoursToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  func peek(_ distance: Int) -> HoursToken? { token(at: position + distance) }

  /// Reads a sign if it is the next.
  mutating func take(_ symbol: Unicode.Scalar) -> Bool {
    guard current?.isSymbol(symbol) == true else { return false }
    position += 1
    return true
  }

  /// Reads a number of a range.
  mutating func number(in range: ClosedRange<Int>) throws(NotUnderstood) -> Int {
    guard let number = current?.number, range.contains(number) else { throw NotUnderstood() }
    position += 1
    return number
  }

  /// Reads `/2`, each second of a range.
  mutating func step() throws(NotUnderstood) -> Int { take("/") ? try number(in: 1...9999) : 1 }

  /// Reads a name, and warns if it is not written as OpenStreetMap writes it.
  mutating func takeName(_ token: HoursToken) {
    warnAboutName(token)
    position += 1
  }

  /// Reads a dash, or a word in its place.
  mutating func takeDash() -> Bool {
    if take("-") { return true }
    guard current?.word == .through else { return false }
    warn(.wordForSign)
    position += 1
    return true
  }

  private func before(isOneOf symbols: Unicode.Scalar...) -> Bool {
    guard let token = peek(-1) else { return false }
    return symbols.contains { token.isSymbol($0) }
  }

  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, last < tokens.count else { return "" }
    return String(
      decoding: bytes[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  mutating func warn(_ warning: HoursWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private mutating func warnAboutName(_ token: HoursToken) {
    guard token.isOfficial else { return warn(.longName) }
    let written = bytes[token.range]
    let hasCapital = written.first.map { $0 & 0x20 == 0 } ?? false
    let isCapitalized: Bool
    switch token.word {
    case .weekday, .month: isCapitalized = hasCapital && written.dropFirst().allSatisfy { $0 & 0x20 != 0 }
    case .holiday: isCapitalized = written.allSatisfy { $0 & 0x20 == 0 }
    default: isCapitalized = !hasCapital
    }
    if !isCapitalized { warn(.letterCase) }
  }
}
