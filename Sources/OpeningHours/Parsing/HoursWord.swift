/// A word that has a meaning in opening hours.
enum HoursWord: Hashable, Sendable {
  /// 0 for Monday.
  case weekday(Int)
  /// A weekday that differs between languages.
  case ambiguousWeekday
  /// 1 for January.
  case month(Int)
  case holiday(HolidayKind)
  case week
  case easter
  case event(SunEvent)
  case state(OpeningState)
  /// As in `+2 days`.
  case day
  case forenoon, afternoon
  /// As in `9h30` and `9 Uhr`.
  case hour, oClock
  case noon, midnight
  /// Of `a.m.` and `p.m.`
  case letterA, letterP, letterM
  /// In place of a dash, and of a comma.
  case through, and

  /// The meaning of a word in any case, `nil` if it has none, and whether that is how OpenStreetMap writes it.
  static func meaning(of word: ArraySlice<UInt8>) -> (HoursWord?, isOfficial: Bool) {
    if word.count <= 8 {
      var key: UInt64 = 0
      var isASCII = true
      for byte in word {
        isASCII = isASCII && byte < 0x80
        key = key << 8 | UInt64(byte | 0x20)
      }
      if isASCII { return short[key] ?? (nil, false) }
    }
    let text = String(decoding: word, as: UTF8.self).lowercased()
    return (known[text], official.contains(text))
  }

  /// The words of up to eight letters of ASCII, by those letters.
  private static let short: [UInt64: (HoursWord?, isOfficial: Bool)] = {
    var short: [UInt64: (HoursWord?, isOfficial: Bool)] = [:]
    for (text, word) in known where text.utf8.count <= 8 && text.utf8.allSatisfy({ $0 < 0x80 }) {
      short[text.utf8.reduce(0) { $0 << 8 | UInt64($1 | 0x20) }] = (word, official.contains(text))
    }
    return short
  }()

  private static let known: [String: HoursWord] = {
    var words: [String: HoursWord] = [
      "ph": .holiday(.publicHoliday), "sh": .holiday(.schoolHoliday), "week": .week, "weeks": .week,
      "easter": .easter, "dawn": .event(.dawn), "sunrise": .event(.sunrise), "sunset": .event(.sunset),
      "dusk": .event(.dusk), "day": .day, "days": .day, "am": .forenoon, "pm": .afternoon, "h": .hour,
      "hrs": .oClock, "hours": .oClock, "uhr": .oClock, "noon": .noon, "midday": .noon,
      "midnight": .midnight, "a": .letterA, "p": .letterP, "m": .letterM, "unknown": .state(.unknown),
      "holiday": .holiday(.publicHoliday), "holidays": .holiday(.publicHoliday),
      "feiertag": .holiday(.publicHoliday), "feiertage": .holiday(.publicHoliday),
      "feiertags": .holiday(.publicHoliday), "kw": .week,
    ]
    for word in ["to", "bis", "till", "until", "through", "thru", "à", "au", "tot"] { words[word] = .through }
    for word in ["and", "&", "und", "et", "y", "och", "ja", "en"] { words[word] = .and }
    for word in ["open", "opened", "geöffnet", "ouvert", "abierto", "aperto", "avoinna", "auki"] {
      words[word] = .state(.open)
    }
    for word in [
      "closed", "off", "close", "geschlossen", "ruhetag", "fermé", "ferme", "cerrado", "chiuso", "gesloten",
      "suljettu", "kiinni", "stängt", "lukket", "zavřeno", "nieczynne", "fechado",
    ] { words[word] = .state(.closed) }
    for (number, names) in WeekdayNames.unmistakable.enumerated() {
      for name in names { words[name] = .weekday(number) }
    }
    for names in WeekdayNames.byLanguage {
      for (number, name) in names.enumerated() where words[name] == nil || WeekdayNames.isShort(name) {
        guard let other = words[name] else {
          words[name] = .weekday(number)
          continue
        }
        if case .weekday(number) = other { continue }
        if case .weekday(let known) = other, WeekdayNames.official[known] == name { continue }
        if case .weekday = other { words[name] = .ambiguousWeekday }
      }
    }
    for (number, names) in Self.months.enumerated() {
      for name in names { words[name] = .month(number + 1) }
    }
    return words
  }()

  /// The forms that need no warning.
  private static let official: Set<String> = Set(
    WeekdayNames.official + months.map { $0[0] } + [
      "ph", "sh", "week", "easter", "dawn", "sunrise", "sunset", "dusk", "day", "days", "open", "closed",
      "off", "unknown",
    ])

  private static let months = [
    ["jan", "january", "januar", "janvier", "janv", "enero", "gennaio", "tammikuu", "januari"],
    ["feb", "february", "februar", "février", "févr", "fév", "febrero", "febbraio", "helmikuu", "februari"],
    ["mar", "march", "märz", "mär", "mrz", "mars", "marzo", "maaliskuu", "maart"],
    ["apr", "april", "avril", "avr", "abril", "aprile", "huhtikuu"],
    ["may", "mai", "mayo", "maggio", "toukokuu", "maj", "mei"],
    ["jun", "june", "juni", "juin", "junio", "giugno", "kesäkuu"],
    ["jul", "july", "juli", "juillet", "juil", "julio", "luglio", "heinäkuu"],
    ["aug", "august", "août", "agosto", "elokuu", "augusti", "augustus"],
    ["sep", "sept", "september", "septembre", "septiembre", "settembre", "syyskuu"],
    ["oct", "october", "oktober", "okt", "octobre", "octubre", "ottobre", "lokakuu"],
    ["nov", "november", "novembre", "noviembre", "marraskuu"],
    ["dec", "december", "dezember", "dez", "décembre", "déc", "diciembre", "dicembre", "joulukuu"],
  ]
}

/// Names of weekdays, Monday first.
enum WeekdayNames {
  static let official = ["mo", "tu", "we", "th", "fr", "sa", "su"]

  static let unmistakable = [
    ["mo", "mon", "monday", "mondays"], ["tu", "tue", "tues", "tuesday", "tuesdays"],
    ["we", "wed", "weds", "wednesday", "wednesdays"],
    ["th", "thu", "thur", "thurs", "thursday", "thursdays"],
    ["fr", "fri", "friday", "fridays"], ["sa", "sat", "saturday", "saturdays"],
    ["su", "sun", "sunday", "sundays"],
  ]

  /// The abbreviations and names of a language; the neighbours decide one that differs between languages.
  static let byLanguage: [[String]] =
    abbreviations + [
      ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
      ["montags", "dienstags", "mittwochs", "donnerstags", "freitags", "samstags", "sonntags"],
      ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
      ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
      ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
      ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
      ["maanantai", "tiistai", "keskiviikko", "torstai", "perjantai", "lauantai", "sunnuntai"],
      ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"],
      ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"],
      ["pondělí", "úterý", "středa", "čtvrtek", "pátek", "sobota", "neděle"],
      ["poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"],
    ]

  /// German, French, Dutch, Finnish, Swedish, Italian and Spanish.
  static let abbreviations: [[String]] = [
    ["mo", "di", "mi", "do", "fr", "sa", "so"],
    ["lu", "ma", "me", "je", "ve", "sa", "di"],
    ["ma", "di", "wo", "do", "vr", "za", "zo"],
    ["ma", "ti", "ke", "to", "pe", "la", "su"],
    ["må", "ti", "on", "to", "fr", "lö", "sö"],
    ["lun", "mar", "mer", "gio", "ven", "sab", "dom"],
    ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
  ]

  static func isShort(_ name: String) -> Bool { name.utf8.count <= 4 }

  /// The weekday of an ambiguous abbreviation among other words of a value; `nil` if they do not decide.
  static func weekday(_ name: String, among words: Set<String>) -> Int? {
    var best: (votes: Int, weekday: Int)?
    var isTied = false
    for names in abbreviations {
      guard let weekday = names.firstIndex(of: name) else { continue }
      let votes = names.count { words.contains($0) }
      if let known = best, votes == known.votes {
        isTied = isTied || weekday != known.weekday
      } else if best.map({ votes > $0.votes }) ?? true {
        best = (votes, weekday)
        isTied = false
      }
    }
    guard let best, !isTied, best.votes > 1 else { return nil }
    return best.weekday
  }
}
