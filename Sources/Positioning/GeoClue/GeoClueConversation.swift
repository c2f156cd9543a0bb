import FoundationEssentials
import Geography
import Glibc

/// The conversation between poi and GeoClue, from the first call to the positions: a value without a bus.
///
/// poi gets a client, and tells it who wants the position, how exactly and how often. Once started, the
/// client signals each new position by the path of an object, whose properties poi then reads.
struct GeoClueConversation {
  /// The purpose of a call, to recognise its reply.
  enum Question: Hashable, Sendable {
    case client
    /// A call that needs no answer but must not be refused.
    case setting
    case start
    case position
    /// Who owns the service's name, if anyone.
    case owner
  }

  /// A call to send.
  struct Step: Hashable, Sendable {
    let call: BusCall
    let question: Question

    /// Calls the bus itself.
    static func toBus(_ member: String, _ argument: String, _ question: Question) -> Step {
      Step(
        call: BusCall(to: bus, "/org/freedesktop/DBus", bus, member, .text(argument)), question: question)
    }
  }

  static let service = "org.freedesktop.GeoClue2"
  private static let bus = "org.freedesktop.DBus"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let clientInterface = "\(service).Client"
  /// Exact, of country, city, neighbourhood, street and exact.
  private static let exact: UInt32 = 8

  /// Seconds since a live position; without the precise places of Wi-Fi, GeoClue looks around every 5 minutes only.
  private static let oldest = 600.0

  /// What time it is.
  var now: @Sendable () -> Date = { Date() }

  private(set) var state = ReceiverState.unknown
  /// Whether the service is available.
  var isThere: Bool { owner != nil }
  /// Whether positions can come.
  private(set) var hasStarted = false

  private var client: String?
  /// The unique name of the service; signals from others are ignored.
  private var owner: String?
  private var questions: [UInt64: Question] = [:]

  /// The calls to begin with.
  let opening: [Step] = [
    .toBus(
      "AddMatch", "type='signal',sender='\(bus)',member='NameOwnerChanged',arg0='\(service)'", .setting),
    Step(
      call: BusCall(to: service, "/org/freedesktop/GeoClue2/Manager", "\(service).Manager", "GetClient"),
      question: .client),
  ]

  /// Notes that a step has been sent as the call with this serial.
  mutating func note(_ step: Step, sentAs serial: UInt64) {
    questions[serial] = step.question
  }

  /// What to do after a silence: without an agent on the desktop, the service answers neither requests for a
  /// client nor its start.
  mutating func stepsAfterSilence() -> [Step] {
    if hasStarted { return [] }
    guard isThere else { return [.toBus("GetNameOwner", Self.service, .owner)] }
    state = .noAgent
    return []
  }

  /// Takes a message, and returns the calls to send next.
  ///
  /// - Throws: `PositioningError` if there will be no positions.
  mutating func receive(
    _ message: BusMessage, into locations: inout [Location]
  ) throws(PositioningError) -> [Step] {
    switch message.kind {
    case .reply(let serial):
      guard let question = questions.removeValue(forKey: serial) else { return [] }
      return try take(answer: message, to: question, into: &locations)
    case .error(let serial, let name, let text):
      // A position may be gone by now; a service without an owner may be starting.
      guard let question = questions.removeValue(forKey: serial), ![.position, .owner].contains(question)
      else {
        return []
      }
      throw .geoclue(GeoClueFailure(errorName: name, text: text))
    case .signal(let path, let interface, let member):
      return try take(signal: message, path: path, named: "\(interface).\(member)")
    case .other: return []
    }
  }

  private mutating func take(
    answer: BusMessage, to question: Question, into locations: inout [Location]
  ) throws(PositioningError) -> [Step] {
    switch question {
    case .client:
      guard let path = answer.body.first?.text, path.hasPrefix("/") else {
        throw .geoclue(.failed("it returned no client"))
      }
      client = path
      owner = answer.sender
      return preparation(of: path)
    case .setting: return []
    case .owner:
      guard !hasStarted, let name = answer.body.first?.text else { return [] }
      owner = name
      state = .noAgent
      return []
    case .start:
      hasStarted = true
      state = .reporting
      return []
    case .position:
      let location = Location(geoclue: answer.body.first?.dictionary ?? [:])
      // GeoClue keeps its last position, which may be hours old.
      let isLive = location.map { now().timeIntervalSince($0.time ?? now()) <= Self.oldest } ?? false
      if let location, isLive { locations.append(location) }
      if state != .switchedOff { state = isLive ? .reporting : .reportingNoFix(lastTime: location?.time) }
      return []
    }
  }

  private func preparation(of client: String) -> [Step] {
    func set(_ property: String, _ value: BusCall.Argument) -> Step {
      Step(
        call: BusCall(
          to: Self.service, client, Self.properties, "Set", .text(Self.clientInterface), .text(property),
          value),
        question: .setting)
    }
    return [
      .toBus("AddMatch", "type='signal',sender='\(Self.service)',path='\(client)'", .setting),
      // The name of poi's .desktop file, by which a desktop identifies poi.
      set("DesktopId", .textVariant("poi")),
      set("RequestedAccuracyLevel", .numberVariant(Self.exact)),
      set("DistanceThreshold", .numberVariant(0)),
      set("TimeThreshold", .numberVariant(0)),
      Step(
        call: BusCall(to: Self.service, client, Self.clientInterface, "Start"), question: .start),
    ]
  }

  private mutating func take(
    signal: BusMessage, path: String, named name: String
  ) throws(PositioningError) -> [Step] {
    if name == "\(Self.bus).NameOwnerChanged" {
      guard signal.sender == Self.bus, signal.body.count == 3, signal.body[0].text == Self.service,
        let owner, signal.body[1].text == owner
      else { return [] }
      throw .geoclue(.closed)
    }
    guard let owner, signal.sender == owner, path == client else { return [] }
    switch name {
    case "\(Self.clientInterface).LocationUpdated":
      guard signal.body.count == 2, let position = signal.body[1].text, position != "/" else { return [] }
      return [
        Step(
          call: BusCall(
            to: Self.service, position, Self.properties, "GetAll", .text("\(Self.service).Location")),
          question: .position)
      ]
    case "\(Self.properties).PropertiesChanged":
      guard signal.body.count == 3, let isActive = signal.body[1].dictionary["Active"]?.whole else {
        return []
      }
      if isActive == 0, hasStarted { state = .switchedOff }
      if isActive != 0 { state = .reporting }
      return []
    default: return []
    }
  }
}

extension Location {
  /// The position in the properties of a GeoClue location; `nil` if they have none.
  ///
  /// GeoClue has numbers for unknown values: -1 for speed and heading, the least of all numbers for the
  /// altitude.
  init?(geoclue properties: [String: BusValue]) {
    guard let latitude = properties["Latitude"]?.real, let longitude = properties["Longitude"]?.real else {
      return nil
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    self.init(
      coordinate: coordinate,
      accuracy: properties["Accuracy"]?.real.flatMap { Self.accuracy(ofGeoclue: $0) },
      altitude: properties["Altitude"]?.real.flatMap { abs($0) < 1e6 ? $0 : nil },
      speed: properties["Speed"]?.real.flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil },
      course: properties["Heading"]?.real.flatMap { (0...360).contains($0) ? Bearing(degrees: $0) : nil },
      time: properties["Timestamp"].flatMap(Self.time))
  }

  /// Converts GeoClue's accuracy in metres to poi's.
  ///
  /// GeoClue knows no radius for a receiver: up to version 2.7 it derives one of five numbers from the HDOP;
  /// 0, 1 and 3 stand for an HDOP up to 1, 2 and 5. poi uses the accuracy that gpsd gives for such an HDOP.
  private static func accuracy(ofGeoclue metres: Double) -> Double? {
    guard let metres = accuracy(metres) else { return nil }
    let hdop: Double? =
      switch metres {
      case 0: 1
      case 1: 2
      case 3: 5
      case 50: 10
      case 100: 20
      default: nil
      }
    if let hdop { return hdop * accuracyPerHDOP(isDifferential: false) }
    // Only satellite receivers give a smaller number, which is a dilution of precision, not a radius.
    return metres < 10 ? nil : metres
  }

  /// Seconds since 1970, and microseconds.
  private static func time(_ timestamp: BusValue) -> Date? {
    let parts = timestamp.elements.compactMap(\.whole)
    guard parts.count == 2, parts[0] > 0, parts[0] < 1 << 40, (0..<1_000_000).contains(parts[1]) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(parts[0]) + Double(parts[1]) / 1e6)
  }
}
