import Input
import Places

/// What poi says in one language, out of its file in `Sources/Words`.
public struct Phrases: Hashable, Sendable {
  public let language: Category.Language
  private let lines: WordLines

  private static let english = Category.Language.english.lines("answers")

  public init(_ language: Category.Language = .english) {
    self.language = language
    lines = language == .english ? Self.english : language.lines("answers")
  }

  /// A sentence with values in the place of its `{…}`.
  public func callAsFunction(_ phrase: Phrase, _ values: KeyValuePairs<String, String> = [:]) -> String {
    Self.filled(self[phrase], values)
  }

  /// The form of a sentence that goes with a number, which is `{count}` in it.
  public func callAsFunction(
    _ phrase: Phrase, count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    Self.filled(Self.filled(form(of: phrase, after: count), ["count": "\(count)"], keepsOthers: true), values)
  }

  /// The form of a noun or a sentence after a number.
  ///
  /// - Parameter isWhole: whether the number has no decimals.
  func form(of phrase: Phrase, after whole: Int, isWhole: Bool = true) -> String {
    let forms = self[phrase].split(separator: "|").map { $0.trimmed() }
    let all = PluralForm.all(in: language)
    // Sentences have whole numbers only, and so no forms for others.
    let ordered = forms.count == all.count ? all : all.filter { $0.isOfWholeNumbers(in: language) }
    let form = PluralForm(of: whole, isWhole: isWhole, in: language)
    return zip(ordered, forms).first { $0.0 == form }?.1 ?? forms.first ?? ""
  }

  /// The words between the commas of a phrase.
  func list(_ phrase: Phrase) -> [String] { lines.words(of: phrase.rawValue) }

  /// What lower modules say in English, such as a caveat: a text, and what stands for its `{}`.
  func reason(_ text: String, _ value: String? = nil) -> String {
    let template = language.lines("reasons")[text].flatMap { $0.isEmpty ? nil : $0 } ?? text
    return value.map { Self.filled(template, ["": $0]) } ?? template
  }

  /// A number that English has written.
  func number(_ text: String) -> String {
    guard language != .english, let sign = language.lines("grammar")["decimal"], sign != "." else {
      return text
    }
    return text.replacing(".", with: sign)
  }

  /// The word for a kind of place, such as a category, if the language has one: a candle shop is at least a shop.
  func kind(_ label: String) -> String {
    guard language != .english else { return label }
    if let word = Category.named(label)?.word(in: language) { return word }
    let kinds = language.lines("kinds")
    let last = label.split { $0 == " " || $0 == "_" }.last.map(String.init) ?? label
    return [label, last].lazy.compactMap { kinds[$0] }.first { !$0.isEmpty } ?? label
  }

  private subscript(phrase: Phrase) -> String { lines[phrase.rawValue] ?? phrase.rawValue }

  private static func filled(
    _ template: String, _ values: KeyValuePairs<String, String>, keepsOthers: Bool = false
  ) -> String {
    if values.isEmpty { return template }
    var text = ""
    var rest = template[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      let name = rest[rest.utf8.index(after: start)..<end]
      let next = rest.utf8.index(after: end)
      text += String(rest[..<start])
      text += values.first { $0.key == name }?.value ?? (keepsOthers ? String(rest[start..<next]) : "")
      rest = rest[next...]
    }
    return text + String(rest)
  }

  public static func == (left: Self, right: Self) -> Bool { left.language == right.language }

  public func hash(into hasher: inout Hasher) { hasher.combine(language) }
}

/// The forms that a noun takes after a number, with CLDR's names.
enum PluralForm: String, Hashable {
  case one, few, many, other

  /// The form after a number, by CLDR's plural rules for cardinals.
  ///
  /// - Parameters:
  ///   - whole: its part before the decimal sign.
  ///   - isWhole: whether it has no decimals.
  init(of whole: Int, isWhole: Bool = true, in language: Category.Language) {
    switch language {
    case .english, .german, .dutch, .swedish, .finnish, .italian, .spanish:
      self = isWhole && whole == 1 ? .one : .other
    case .french, .portuguese:
      self = whole <= 1 ? .one : .other
    case .czech:
      self = !isWhole ? .many : whole == 1 ? .one : (2...4).contains(whole) ? .few : .other
    case .polish:
      let isFew = (2...4).contains(whole % 10) && !(12...14).contains(whole % 100)
      self = !isWhole ? .other : whole == 1 ? .one : isFew ? .few : .many
    }
  }

  /// The forms that a language has, in the order in which its file gives them.
  static func all(in language: Category.Language) -> [PluralForm] {
    switch language {
    case .czech, .polish: [.one, .few, .many, .other]
    default: [.one, .other]
    }
  }

  /// Whether a number without decimals can have it.
  func isOfWholeNumbers(in language: Category.Language) -> Bool {
    switch language {
    case .czech: self != .many
    case .polish: self != .other
    default: true
    }
  }
}

/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, address
  case addressUnknown, age, ahead, aloneFinds, approximateAddress, arrivalsInUTC, arrivalsRecorded, at
  case besideRoute, beyondData, breaks, brings, bySomeLists, clock, clockAhead, clocksDiffer, closed
  case closedAtLeast
  case closedThen, closerMissing, closesIn, closest, completeAgain, completeWithin, corrected, courseLost
  case courseUnknown, crossing, crossingIsland, crossingLights, crossingOf, crossingSound, crossingTactile
  case crossingUnmarked, crossingZebra, dataEnds, date, days, deadEnd, detour, didYouMean, disabledSpaces
  case drinkingWater, elsewhere, exactNames, farPoints, fee, fewAreas, firstHour, firstPlaces, foot
  case fromPlace, handrail, heading, hidden, highestNumber, hour, ignoredWord, inaccurate, incompleteAlong
  case inPlace, inside, inSomeRegions, inSource, inYourData, joinedGap, junction, kerb, kerbFlush
  case kerbLowered, kerbRaised, keys, kilometre, last, lastAt, leaving, left, leftAt, leftOut, lift
  case longestGap, lost, lostSince, lowestNumber, manyStreets, mayBeClosed, metre, middleOfAddresses, mile
  case months, more
  case nameless, namelessGround, nauticalMile, near, nearestNumber, nearestOf, nearestPart, nearPlace, next
  case noAnswerYet
  case noBoundary, noCategory, noData, noFixFor, noFixYet, noHeights, noJunctions, noneAtAll, noneFound
  case noneToEnd, noNumbers, noPlaceNamed, northUp, noServer, noStreets, noTag, notCovered, note, nothing
  case nothingKnown, offline, offRoute, offRouteSince, ofPlace, ofPlaceAloud, ofTotal, oldData, oldFile
  case onlyPlaces, onlyPlacesOnline, onlyRegion, onRoute, onStreet, open, openAtLeast, opens, opensIn
  case openUntil, orLess, otherNumber, passed, perhaps, pickKeys, pickMoves, place, places, placesAlong
  case placesNearby, positionUncertain, publicHoliday, reached, recorded, recordingEnded, regained
  case regainedAfter, roundabout, rule, satellites, several, shortMonths, similarNames, similarTookTooLong
  case speakingKeys, stepCount, steps, stepsAhead, stepsDown, stepsUp, street, streetUnknown, swapped
  case thenNone, thenNoneToEnd, thisStreet, timesBackwards, timesEnd, titles, toPosition, tryingAgain
  case tryingAgainIn, uncertain, unknown, unknownHours, unknownHoursAs, updates, usesTrack, visit, waiting
  case weekdays, wheelchair, wider, within, yard, years, zoneUnknown
}
