import Testing

@testable import OpeningHours

/// Zones and holidays of the system and of the tables, which all tests share.
let localities = Localities()
let helsinki = localities.locality(latitude: 60.17, longitude: 24.94)

extension Locality {
  /// Seconds since 1970 of a time on the clocks of the place, written `2026-06-07 01:00`.
  func time(_ text: String) throws -> Int {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 5)
    return try #require(
      times(year: numbers[0], month: numbers[1], day: numbers[2], minute: numbers[3] * 60 + numbers[4]).first)
  }
}

/// The state at a time in a place's time zone.
func opening(_ hours: String, _ time: String, in place: Locality = helsinki) throws -> Opening {
  WrittenHours(hours).opening(at: try place.time(time), in: place)
}

/// The states of some days from a date on: a line each, `c16o20c12` for 16 half hours closed, 20 open, 12 closed.
func days(_ hours: String, from date: String, count: Int = 7, in place: Locality = helsinki) throws
  -> [String]
{
  try days(WrittenHours(hours), from: date, count: count, in: place)
}

func days(_ hours: WrittenHours, from date: String, count: Int, in place: Locality = helsinki) throws
  -> [String]
{
  let side = try #require(place.sides.first)
  let evaluator = HoursEvaluator(hours, side: side, zone: try #require(side.rules), locality: place)
  let first = try place.time("\(date) 12:00") / 86_400
  return (first..<first + count).map { day in
    let segments = evaluator.segments(of: day)
    let states = (0..<48).map { half in
      segments.last { $0.start <= half * 30 }?.verdict.state.rawValue.first ?? "?"
    }
    return runLengths(states)
  }
}

func runLengths(_ states: [Character]) -> String {
  var text = ""
  var start = 0
  for index in 1...states.count where index == states.count || states[index] != states[start] {
    text.append(states[start])
    if index - start < states.count { text += String(index - start) }
    start = index
  }
  return text
}
