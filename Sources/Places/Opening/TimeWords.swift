import CivilTime
import OpeningHours

/// Times as people say them, in eleven languages: `Sunday 8pm`, `morgen 9 Uhr`, `24.12. 20 Uhr`, `dans 2 heures`.
enum TimeWords {
  /// The time that texts mean together; `nil` if they mean none.
  ///
  /// - Parameter language: where two languages use the same word for different days, this one decides, then English.
  static func moment(of texts: some Sequence<String>, in language: Category.Language) -> PlannedTime? {
    reading(of: texts, in: language)?.moment
  }

  /// The first words that say when, of which no other part of a search has the sense: those with an hour, or whole days
  /// where `hasOpen` says that somebody asks what is open.
  ///
  /// - Parameter language: `nil` for any.
  static func found(
    in words: [String], in language: Category.Language?, hasOpen: Bool
  ) -> (range: Range<Int>, moment: PlannedTime)? {
    guard words.count <= mostWords else { return nil }
    let spoken = language.map { Self.spoken(in: words, by: $0) }
    for start in words.indices {
      for end in (start + 1...min(start + longest, words.count)).reversed() {
        let range = words[start..<end]
        guard
          let reading = reading(of: range, in: spoken ?? .english, withForeignDays: spoken == nil),
          // `po 20:00` in Czech: after it, rather than on Monday.
          spoken != .czech || CategoryWords.folded(words[start]) != "po"
            || range.dropFirst().first?.first?.isNumber != true
        else { continue }
        if reading.hasHour
          || range.contains(where: { $0.unicodeScalars.count > 3 })
            && (hasOpen || isOnDay(range, reading.moment, in: spoken))
        {
          return (start..<end, reading.moment)
        }
        // What is shorter would cut it: `am 3.` of `am 3. Dezember`.
        break
      }
    }
    return nil
  }

  /// Whether words are a weekday behind one like `at`: `on Sunday`; without a language in any, as `am` is no English one.
  private static func isOnDay(
    _ words: ArraySlice<String>, _ moment: PlannedTime, in language: Category.Language?
  ) -> Bool {
    guard case .next(_, .some) = moment, words.count > 1, let first = words.first else { return false }
    return (language.map { [$0] } ?? Category.Language.allCases).contains {
      senses(of: first, in: $0, true)?.contains(.at) == true
    }
  }

  /// The language whose word for open is among some; that of the user if it has it, or none does.
  private static func spoken(in words: [String], by language: Category.Language) -> Category.Language {
    let folded = Set(words.map { CategoryWords.folded($0) })
    func isSpoken(_ other: Category.Language) -> Bool {
      other.lines("modifiers").words(of: "open").contains { folded.contains(CategoryWords.folded($0)) }
    }
    return [language, .english].contains(where: isSpoken)
      ? language : Category.Language.allCases.first(where: isSpoken) ?? language
  }

  /// The date in words: `Sunday 29 November, 20:00`.
  static func text(_ time: PlaceTime, in language: Category.Language) -> String {
    let lines = language.lines("times")
    let weekday = lines.words(of: weekdays[time.weekday]).first ?? ""
    let (_, month, day) = time.date
    let months = lines.words(of: "months")
    let date = [
      "weekday": weekday, "day": "\(day)",
      "month": months.indices.contains(month - 1) ? months[month - 1] : "\(month)",
    ]
    return date.reduce(lines["date"] ?? "") { $0.replacing("{\($1.key)}", with: $1.value) } + ", "
      + Timestamp.clock(minute: time.minute)
  }

  /// More words than a search has.
  private static let mostWords = 100
  /// The most words of a time.
  private static let longest = 8
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  // MARK: - Reading

  private struct Reading {
    let moment: PlannedTime
    /// Whether it says an hour so that it can be nothing else.
    let hasHour: Bool
  }

  private enum Token: Hashable {
    case number(Int)
    case clock(Int)
    case date(year: Int?, month: Int, day: Int)
    /// `8.12`, which is a date or a time.
    case pair(Int, Int)
    /// What a word says in some language.
    case word([Sense])

    var senses: [Sense] { if case .word(let senses) = self { senses } else { [] } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
  }

  private enum Sense: Hashable {
    case weekday(Int), month(Int), days(Int), minute(Int), tonight, late
    case until, ended, am, pm, at, clock, within, ago, hour, hours, minutes

    var isMinute: Bool { if case .minute = self { true } else { false } }
    var isWeekday: Bool { if case .weekday = self { true } else { false } }
  }

  /// - Parameter hasForeignDays: whether a word too short to tell its language is a day of any: `do`.
  private static func reading(
    of texts: some Sequence<String>, in language: Category.Language,
    withForeignDays hasForeignDays: Bool = true
  ) -> Reading? {
    guard let tokens = tokens(texts.joined(separator: " "), in: language, hasForeignDays), !tokens.isEmpty
    else { return nil }
    if let minutes = duration(tokens) { return Reading(moment: .after(minutes: minutes), hasHour: true) }
    return Reader(rest: tokens[...]).reading
  }

  /// `in 2 hours`, `1 h 30 min from now`, `in an hour`, in minutes.
  private static func duration(_ tokens: [Token]) -> Int? {
    var rest = tokens[...]
    var isAhead = false
    if rest.first?.senses.contains(.within) == true { (isAhead, rest) = (true, rest.dropFirst()) }
    if rest.last?.senses.contains(.ago) == true { (isAhead, rest) = (true, rest.dropLast()) }
    guard isAhead, !rest.isEmpty else { return nil }
    if rest.count == 1, rest.first?.senses.contains(.hour) == true { return 60 }
    guard rest.count.isMultiple(of: 2) else { return nil }
    var minutes = 0
    while let number = rest.popFirst(), let unit = rest.popFirst()?.senses {
      guard let number = number.number, number <= 10_000 else { return nil }
      if unit.contains(.hours) {
        minutes += 60 * number
      } else if unit.contains(.minutes) {
        minutes += number
      } else {
        return nil
      }
    }
    return minutes
  }

  /// What has been understood of tokens so far.
  private struct Reader {
    var rest: ArraySlice<Token>
    private var day: When?
    private var minute: Int?
    private var hasHour = false
    private var half: Sense?
    private var isTonight = false
    private var isLate = false
    /// Whether places may close then.
    private var isEnd = false

    private enum When { case weekday(Int), days(Int), date(year: Int?, month: Int, day: Int) }

    init(rest: ArraySlice<Token>) { self.rest = rest }

    /// `nil` unless all tokens are understood, each part once.
    var reading: Reading? {
      var reader = self
      while !reader.rest.isEmpty { guard reader.takePart() else { return nil } }
      guard var minute = reader.minuteInHalf, reader.isEnd || reader.isTonight || minute < 24 * 60 else {
        return nil
      }
      if reader.isEnd { minute = reader.isTonight ? minute - 1 : (minute + 24 * 60 - 1) % (24 * 60) }
      let moment: PlannedTime? =
        switch reader.day {
        case .weekday(let weekday): .next(minute: minute, weekday: weekday)
        case nil where reader.isLate && !reader.isEnd, .days(0) where reader.isLate && !reader.isEnd:
          .tonight(hour: PlannedTime.late)
        case .days where reader.isTonight && reader.minute == nil && !reader.isEnd:
          .tonight(hour: PlannedTime.evening)
        // The night may have begun.
        case .days where minute >= 24 * 60: .next(minute: minute % (24 * 60), weekday: nil)
        case .days(let days): .later(days: days, minute: minute)
        case .date(let year?, let month, let day): .local(year: year, month: month, day: day, minute: minute)
        case .date(nil, let month, let day): .yearly(month: month, day: day, minute: minute)
        case nil: reader.minute.map { _ in .next(minute: minute, weekday: nil) }
        }
      return moment.map { Reading(moment: $0, hasHour: reader.hasHour) }
    }

    private mutating func takePart() -> Bool {
      guard let token = rest.popFirst() else { return false }
      switch token {
      case .clock(let minute):
        if rest.first?.senses.contains(.clock) == true { rest.removeFirst() }
        return set(minute, isSure: true)
      case .date(let year, let month, let day): return set(.date(year: year, month: month, day: day))
      case .pair(let first, let second):
        // An hour follows a day or a word like `at`, and a date has a month.
        if let minute = minute(first, second), day != nil || second > 12 || isHourNext {
          if rest.first?.senses.contains(.clock) == true { rest.removeFirst() }
          return set(minute, isSure: true)
        }
        return set(date(day: first, month: second))
      case .number(let number): return takeNumber(number, isHour: false)
      case .word(let senses): return take(senses)
      }
    }

    private var isHourNext: Bool { rest.first?.senses.contains(.clock) == true }

    private mutating func take(_ senses: [Sense]) -> Bool {
      if senses.contains(.at) {
        if let number = rest.first?.number {
          rest.removeFirst()
          return takeNumber(number, isHour: true)
        }
        return !rest.isEmpty
      }
      for sense in senses {
        switch sense {
        case .weekday(let weekday): return set(.weekday(weekday))
        case .days(let days): return set(.days(days))
        case .minute(let minute):
          // `keskiyöhön` says both.
          isEnd = isEnd || senses.contains(.until)
          return set(minute, isSure: true)
        case .until where senses.contains(where: \.isMinute): continue
        case .tonight:
          isTonight = true
          hasHour = hasHour || minute == nil
          return set(.days(0))
        case .late:
          isLate = true
          return set(60 * PlannedTime.late, isSure: false)
        case .until:
          isEnd = true
          return take([.at])
        case .ended where minute != nil:
          isEnd = true
          return true
        case .am, .pm:
          defer { half = sense }
          return half == nil
        case .month(let month):
          guard let day = rest.popFirst()?.number else { return false }
          return set(date(day: day, month: month))
        case .at, .ended, .clock, .within, .ago, .hour, .hours, .minutes: continue
        }
      }
      return false
    }

    /// - Parameter isHour: whether a word such as `at` says so.
    private mutating func takeNumber(_ number: Int, isHour: Bool) -> Bool {
      let next = rest.first?.senses ?? []
      for case .month(let month) in next {
        rest.removeFirst()
        return set(date(day: number, month: month))
      }
      if next.contains(.clock) {
        rest.removeFirst()
        let minutes = rest.first?.number.flatMap { (0..<60).contains($0) ? $0 : nil }
        if minutes != nil { rest.removeFirst() }
        return set(minute(number, minutes ?? 0), isSure: true)
      }
      let hasHalf = next.contains(.am) || next.contains(.pm)
      guard isHour || hasHalf || day != nil || next.contains(.ended) else { return false }
      return set(minute(number, 0), isSure: true)
    }

    private mutating func set(_ day: When?) -> Bool {
      guard self.day == nil, let day else { return false }
      self.day = day
      return true
    }

    private mutating func set(_ minute: Int?, isSure: Bool) -> Bool {
      guard self.minute == nil, let minute else { return false }
      self.minute = minute
      hasHour = isSure
      return true
    }

    /// An hour in a half of the day; without one noon, or the middle of the half; `nil` if the half has no such hour.
    private var minuteInHalf: Int? {
      guard let minute else {
        return (isTonight ? PlannedTime.evening : half == .am ? 10 : half == .pm ? 18 : 12) * 60
      }
      let hour = minute / 60
      if isTonight, hour < 13 {
        // The small hours are those of the night to come.
        let isSmall = half == .am || hour % 12 < (half == .pm ? 1 : 5)
        return (isSmall ? 24 : 12) * 60 + minute % (12 * 60)
      }
      return switch half {
      case .pm where hour < 12: minute + 12 * 60
      case .am where hour == 12: minute - 12 * 60
      case .am where hour > 12: nil
      default: minute
      }
    }

    /// Of 24 hours only the end of a day.
    private func minute(_ hour: Int, _ minute: Int) -> Int? {
      let isClock = (0..<24).contains(hour) && (0..<60).contains(minute)
      return isClock || (hour, minute) == (24, 0) ? hour * 60 + minute : nil
    }

    private func date(day: Int, month: Int) -> When? {
      Day(year: 2000, month: month, day: day) == nil
        ? nil : .date(year: nil, month: month, day: day)
    }
  }

  // MARK: - Tokens

  /// `nil` if a word says nothing about times.
  private static func tokens(
    _ text: String, in language: Category.Language, _ hasForeignDays: Bool
  ) -> [Token]? {
    var tokens: [Token] = []
    let words = text.split { $0 == " " || $0 == "," }.map(parts)
    // `A21` and `No9` are names.
    let hasName = words.contains { word in
      word.count == 2 && senses(of: String(word[0]), in: language, hasForeignDays)?.contains(.at) == true
    }
    var parts = words.flatMap(\.self)[...]
    guard !hasName, parts.count <= 2 * longest else { return nil }
    while let part = parts.first {
      if part.utf8.first.map(isDigit) == true {
        guard let token = numeric(String(part)) else { return nil }
        tokens.append(token)
        parts.removeFirst()
        continue
      }
      guard
        let (count, senses) = stride(from: min(4, parts.count), through: 1, by: -1).lazy.compactMap({ count in
          senses(of: parts.prefix(count).joined(), in: language, hasForeignDays).map { (count, $0) }
        }).first
      else { return nil }
      tokens.append(.word(senses))
      parts.removeFirst(count)
    }
    return tokens
  }

  /// Digits with the signs between them, and letters: `9` and `am`.
  private static func parts(_ word: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = word[...]
    while let first = rest.utf8.first {
      let isNumber = isDigit(first)
      let end = rest.indices.first { index in
        let byte = rest.utf8[index]
        return isNumber ? !isDigit(byte) && !".:/-".utf8.contains(byte) : isDigit(byte)
      }
      parts.append(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
    }
    return parts
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func numeric(_ text: String) -> Token? {
    let signs = Set(text.filter { !$0.isNumber })
    let numbers = text.split { ".:/-".contains($0) }.map { Int($0).flatMap { $0 < 10_000 ? $0 : nil } }
    let digits = text.split { ".:/-".contains($0) }.map(\.utf8.count)
    guard signs.count <= 1, numbers.allSatisfy({ $0 != nil }) else { return nil }
    let parts = numbers.compactMap(\.self)
    switch (parts.count, signs.first) {
    case (1, nil), (1, "."): return .number(parts[0])
    case (2, ":"), (3, ":"):
      let isClock =
        digits.dropFirst().allSatisfy { $0 == 2 } && parts[0] < 24 && parts.dropFirst().allSatisfy { $0 < 60 }
        || parts == [24, 0] && digits[1] == 2
      return isClock && !text.hasSuffix(":") ? .clock(parts[0] * 60 + parts[1]) : nil
    case (2, "."):
      return text.last == "." ? date(year: nil, month: parts[1], day: parts[0]) : .pair(parts[0], parts[1])
    // What never closes is open 24/7.
    case (2, "/") where parts != [24, 7]:
      // Americans write the month first.
      let (day, month) = parts[1] > 12 ? (parts[1], parts[0]) : (parts[0], parts[1])
      return date(year: nil, month: month, day: day)
    case (3, "."), (3, "/"):
      return digits[2] == 4 ? date(year: parts[2], month: parts[1], day: parts[0]) : nil
    case (3, "-"): return digits == [4, 2, 2] ? date(year: parts[0], month: parts[1], day: parts[2]) : nil
    default: return nil
    }
  }

  private static func date(year: Int?, month: Int, day: Int) -> Token? {
    Day(year: year ?? 2000, month: month, day: day) == nil ? nil : .date(year: year, month: month, day: day)
  }

  // MARK: - Words

  private static func senses(
    of word: String, in language: Category.Language, _ hasForeignDays: Bool
  ) -> [Sense]? {
    let folded = CategoryWords.folded(word)
    guard !folded.isEmpty else { return nil }
    let found = [language, .english].compactMap { table[$0]?[folded] }
    if let own = found.first {
      return Array(Set(own + found.flatMap(\.self))).sorted { own.contains($0) && !own.contains($1) }
    }
    let others = Category.Language.allCases.flatMap { table[$0]?[folded] ?? [] }
    if !hasForeignDays, folded.utf8.count <= 2, others.contains(where: \.isWeekday) { return nil }
    return others.isEmpty ? weekday(beginning: folded, in: language) : others
  }

  /// `Thurs`, `sonnt`: the beginning of a day's whole name.
  private static func weekday(beginning folded: String, in language: Category.Language) -> [Sense]? {
    guard folded.utf8.count >= 3 else { return nil }
    return ([language, .english] + Category.Language.allCases).lazy.compactMap { language -> [Sense]? in
      let names = weekdayNames[language] ?? []
      let found = names.indices.filter { names[$0].hasPrefix(folded) }
      return found.count == 1 ? [.weekday(found[0])] : nil
    }.first
  }

  private static let weekdayNames = Dictionary(
    uniqueKeysWithValues: Category.Language.allCases.map { language in
      let lines = language.lines("times")
      return (language, weekdays.map { CategoryWords.folded(lines.words(of: $0).first ?? "") })
    })

  private static let table: [Category.Language: [String: [Sense]]] = {
    var table: [Category.Language: [String: [Sense]]] = [:]
    for language in Category.Language.allCases {
      var own: [String: [Sense]] = [:]
      let lines = language.lines("times")
      // `de` in `3 de mayo`, which stands before the month in the date as it is shown.
      let link = lines["date"]?.split(separator: "}").last?.prefix { $0 != "{" } ?? ""
      for (key, words) in lines.all {
        for (index, word) in words.enumerated() {
          let isBehind = word.hasPrefix("-")
          let sense: Sense? = key == "months" ? .month(index + 1) : isBehind ? .ended : sense(of: key)
          if let sense {
            own[CategoryWords.folded(isBehind ? String(word.dropFirst()) : word), default: []].append(sense)
            if key == "months" { own[CategoryWords.folded(link + word)] = [sense] }
          }
        }
      }
      table[language] = own
    }
    return table
  }()

  private static func sense(of key: String) -> Sense? {
    weekdays.firstIndex(of: key).map(Sense.weekday) ?? senses[key]
  }

  private static let senses: [String: Sense] = [
    "today": .days(0), "tomorrow": .days(1), "overmorrow": .days(2), "tonight": .tonight, "late": .late,
    "noon": .minute(12 * 60), "midnight": .minute(0), "am": .am, "pm": .pm, "at": .at, "until": .until,
    "clock": .clock, "within": .within, "ago": .ago, "hour": .hour, "hours": .hours, "minutes": .minutes,
  ]
}
