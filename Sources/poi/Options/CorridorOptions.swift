import ArgumentParser
import Geography
import Nearby

/// Which part of a route is meant, and how far off it.
struct CorridorOptions: ParsableArguments {
  @Option(Setting.corridor, names: OptionNames.within, help: "How far off the route to look")
  var within: Distance?

  @Option(name: OptionNames.limit, .count, help: "Show at most this many places (default: all)")
  var limit: Int?

  @Option(.any("km", Kilometres.init(argument:)), help: "Start here on the route: 40, 40km or 25mi")
  var from: Kilometres?

  @Option(.any("km", Kilometres.init(argument:)), help: "End here on the route") var to: Kilometres?

  @Flag(help: "Follow the route from its end to its start") var reverse = false

  /// The part of a route, in metres along it.
  ///
  /// - Throws: `CommandFailure` if there is no such part.
  func range(of route: Route) throws -> ClosedRange<Double> {
    let length = route.length.metres
    let (start, end) = (from?.metres ?? 0, min(to?.metres ?? length, length))
    guard start < end else {
      let total = "\(Units.exact(length / 1000)) km"
      let problem =
        start < length
        ? "--to must be farther along the route than --from"
        : "--from \(Units.exact(start / 1000)) is past the end of the route"
      throw CommandFailure("\(problem) (\(total))", .usage)
    }
    return start...end
  }
}

/// A distance along a route: kilometres if there is no unit.
struct Kilometres: Equatable, Sendable {
  let metres: Double

  init(argument: String) throws {
    let isNumber = argument.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let distance = try? Distance(parsing: isNumber ? argument + "km" : argument) else {
      throw ValidationError("'\(argument)' is not a distance along the route; use 40, 40km or 25mi")
    }
    metres = distance.metres
  }
}
