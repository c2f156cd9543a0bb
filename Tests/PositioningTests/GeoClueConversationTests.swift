import Foundation
import Geography
import Testing

@testable import Positioning

/// The conversation with GeoClue, without a bus.
@Suite struct GeoClueConversationTests {
  private var conversation = GeoClueConversation()
  private var lastSerial: UInt64 = 0
  private let client = "/org/freedesktop/GeoClue2/Client/1"

  /// Sends the steps with empty answers, except for the request for a client.
  private mutating func send(_ steps: [GeoClueConversation.Step]) -> [(
    step: GeoClueConversation.Step, serial: UInt64
  )] {
    steps.map { step in
      lastSerial += 1
      conversation.note(step, sentAs: lastSerial)
      return (step, lastSerial)
    }
  }

  private mutating func answer(
    _ sent: [(step: GeoClueConversation.Step, serial: UInt64)], _ question: GeoClueConversation.Question,
    _ body: [BusValue] = []
  ) throws -> [GeoClueConversation.Step] {
    let serial = try #require(sent.first { $0.step.question == question }?.serial)
    var locations: [Location] = []
    return try conversation.receive(BusMessage(.reply(to: serial), from: ":1.7", body), into: &locations)
  }

  private mutating func fail(
    _ sent: [(step: GeoClueConversation.Step, serial: UInt64)], _ question: GeoClueConversation.Question,
    _ name: String
  ) throws {
    let serial = try #require(sent.first { $0.step.question == question }?.serial)
    var locations: [Location] = []
    _ = try conversation.receive(
      BusMessage(.error(to: serial, name: name, text: "no"), from: ":1.7"), into: &locations)
  }

  private mutating func signal(
    _ interface: String, _ member: String, path: String? = nil, from sender: String = ":1.7",
    _ body: BusValue...
  ) throws -> [GeoClueConversation.Step] {
    var locations: [Location] = []
    let kind = BusMessage.Kind.signal(path: path ?? client, interface: interface, member: member)
    return try conversation.receive(BusMessage(kind, from: sender, body), into: &locations)
  }

  private mutating func start() throws -> [(step: GeoClueConversation.Step, serial: UInt64)] {
    let opened = send(conversation.opening)
    let prepared = send(try answer(opened, .client, [.text(client)]))
    _ = try answer(prepared, .start)
    return prepared
  }

  @Test("tells a client who asks, and how exactly, before starting it")
  mutating func preparation() throws {
    let prepared = try start()
    #expect(prepared.map(\.step.call.member) == ["AddMatch", "Set", "Set", "Set", "Set", "Start"])
    let set = prepared.map(\.step.call.arguments).filter { $0.count == 3 }
    #expect(
      set.map { [$0[1], $0[2]] } == [
        [.text("DesktopId"), .textVariant("poi")],
        [.text("RequestedAccuracyLevel"), .numberVariant(8)],
        [.text("DistanceThreshold"), .numberVariant(0)], [.text("TimeThreshold"), .numberVariant(0)],
      ])
    #expect(conversation.state == .reporting)
  }

  @Test("reads a signalled position, and ignores an empty path")
  mutating func position() throws {
    _ = try start()
    let steps = try signal("org.freedesktop.GeoClue2.Client", "LocationUpdated", .text("/"), .text("/p/1"))
    #expect(steps.map(\.call.path) == ["/p/1"])
    #expect(steps.first?.question == .position)
    #expect(try signal("org.freedesktop.GeoClue2.Client", "LocationUpdated", .text("/"), .text("/")).isEmpty)
    let sent = send(steps)
    var locations: [Location] = []
    let properties = BusValue.list([
      .list([.text("Latitude"), .real(60)]), .list([.text("Longitude"), .real(25)]),
      .list([.text("Accuracy"), .real(25_000)]),
    ])
    _ = try conversation.receive(
      BusMessage(.reply(to: sent[0].serial), from: ":1.7", [properties]), into: &locations)
    #expect(locations == [Location(coordinate: Coordinate(latitude: 60, longitude: 25), accuracy: 25_000)])
  }

  @Test(
    "neither an old position is a fix nor one out of range, but the next one is",
    arguments: [
      (60, 601, .reportingNoFix(lastTime: Date(timeIntervalSince1970: 1_000_000))), (60, 600, .reporting),
      (60, -3600, .reporting), (.nan, 0, .reportingNoFix(lastTime: nil)),
    ] as [(Double, Double, ReceiverState)])
  func old(latitude: Double, age: Double, expected: ReceiverState) throws {
    var test = self
    _ = try test.start()
    for (latitude, age, state) in [(latitude, age, expected), (60, 0, .reporting)] {
      test.conversation.now = { Date(timeIntervalSince1970: 1_000_000 + age) }
      let sent = test.send(
        try test.signal("org.freedesktop.GeoClue2.Client", "LocationUpdated", .text("/"), .text("/p/1")))
      let properties = BusValue.list([
        .list([.text("Latitude"), .real(latitude)]), .list([.text("Longitude"), .real(25)]),
        .list([.text("Timestamp"), .list([.whole(1_000_000), .whole(0)])]),
      ])
      var locations: [Location] = []
      _ = try test.conversation.receive(
        BusMessage(.reply(to: sent[0].serial), from: ":1.7", [properties]), into: &locations)
      #expect(test.conversation.state == state)
      #expect(locations.isEmpty == (state != .reporting))
    }
  }

  @Test("ignores signals from other programs")
  mutating func stranger() throws {
    _ = try start()
    let client = "org.freedesktop.GeoClue2.Client"
    #expect(try signal(client, "LocationUpdated", from: ":1.9", .text("/"), .text("/p/1")).isEmpty)
    #expect(try signal(client, "LocationUpdated", path: "/other", .text("/"), .text("/p/1")).isEmpty)
    let bus = "org.freedesktop.DBus"
    #expect(
      try signal(
        bus, "NameOwnerChanged", from: ":1.9", .text("org.freedesktop.GeoClue2"), .text(":1.7"), .text("")
      ).isEmpty)
  }

  @Test("ends with the service, and not with another one")
  mutating func death() throws {
    _ = try start()
    let bus = "org.freedesktop.DBus"
    let name = BusValue.text("org.freedesktop.GeoClue2")
    #expect(try signal(bus, "NameOwnerChanged", from: bus, name, .text(":1.5"), .text("")).isEmpty)
    #expect(throws: PositioningError.geoclue(.closed)) {
      try signal(bus, "NameOwnerChanged", from: bus, name, .text(":1.7"), .text(""))
    }
  }

  @Test("location services that are switched off are not a lost connection")
  mutating func switchedOff() throws {
    _ = try start()
    func change(_ value: Int64) throws {
      _ = try signal(
        "org.freedesktop.DBus.Properties", "PropertiesChanged", .text("org.freedesktop.GeoClue2.Client"),
        .list([.list([.text("Active"), .whole(value)])]), .list([]))
    }
    try change(0)
    #expect(conversation.state == .switchedOff)
    #expect(conversation.state.authorizationStatus == .restricted)
    try change(1)
    #expect(conversation.state == .reporting)
  }

  @Test("silence from a running service means that no agent answered")
  mutating func silence() throws {
    _ = send(conversation.opening)
    let asked = send(conversation.stepsAfterSilence())
    #expect(asked.map(\.step.call.member) == ["GetNameOwner"])
    _ = try answer(asked, .owner, [.text(":1.7")])
    #expect(conversation.state == .noAgent)
    #expect(conversation.state.authorizationStatus == .restricted)
  }

  @Test("silence after the start means the same")
  mutating func silentStart() throws {
    let opened = send(conversation.opening)
    _ = send(try answer(opened, .client, [.text(client)]))
    #expect(conversation.stepsAfterSilence().isEmpty)
    #expect(conversation.state == .noAgent)
  }

  @Test("a starting service without an owner is not a failure")
  mutating func starting() throws {
    _ = send(conversation.opening)
    let asked = send(conversation.stepsAfterSilence())
    try fail(asked, .owner, "org.freedesktop.DBus.Error.NameHasNoOwner")
    #expect(conversation.state == .unknown)
    #expect(!conversation.isThere)
  }

  @Test(
    "an error says why there is no position",
    arguments: [
      ("org.freedesktop.DBus.Error.ServiceUnknown", .notInstalled),
      ("org.freedesktop.DBus.Error.AccessDenied", .refused), ("org.freedesktop.DBus.Error.NoReply", .silent),
      ("org.example.Odd", .failed("no")),
    ] as [(String, GeoClueFailure)])
  func errors(name: String, failure: GeoClueFailure) throws {
    for question in [GeoClueConversation.Question.client, .start] {
      var test = self
      var sent = test.send(test.conversation.opening)
      if question == .start { sent = test.send(try test.answer(sent, .client, [.text(client)])) }
      #expect(throws: PositioningError.geoclue(failure)) { try test.fail(sent, question, name) }
    }
  }
}
