import CSDBus
import Glibc

/// A way to the system bus.
package protocol BusConnecting: Sendable {
  /// Connects, or throws the reason why not.
  func connect() throws(BusFailure) -> any BusConnection
}

/// An open connection to the bus, used by one thread at a time; releasing it closes it.
package protocol BusConnection {
  /// The socket to wait for.
  var descriptor: Int32 { get }
  /// The events of `poll` to wait for on it.
  var events: Int16 { get }

  /// Sends a call, and returns the serial that its reply will name.
  func send(_ call: BusCall) throws(BusFailure) -> UInt64

  /// The next received message; `nil` if there is nothing to do until more input arrives.
  func next() throws(BusFailure) -> BusMessage?
}

/// Why the bus is unusable.
package enum BusFailure: Error, Hashable, Sendable {
  /// There is no libsystemd on this machine.
  case noLibrary
  /// An errno.
  case failed(code: Int32)

  init(status: Int32) {
    self = status == -ELIBACC ? .noLibrary : .failed(code: -status)
  }
}

/// Connects through libsystemd to the bus that `$DBUS_SYSTEM_BUS_ADDRESS` names, or else the system's.
package struct SDBusConnector: BusConnecting {
  package func connect() throws(BusFailure) -> any BusConnection {
    var bus: OpaquePointer?
    let status = csdbus_open(&bus)
    guard status >= 0, let bus else { throw BusFailure(status: status) }
    return SDBusConnection(bus: bus)
  }
}

private final class SDBusConnection: BusConnection {
  private let bus: OpaquePointer

  init(bus: OpaquePointer) {
    self.bus = bus
  }

  deinit {
    csdbus_close(bus)
  }

  var descriptor: Int32 { csdbus_descriptor(bus) }
  var events: Int16 { Int16(truncatingIfNeeded: csdbus_events(bus)) }

  func send(_ call: BusCall) throws(BusFailure) -> UInt64 {
    // They live until the call is sent.
    let texts = ([call.destination, call.path, call.interface, call.member] + call.arguments.map(\.text)).map
    {
      strdup($0)
    }
    defer { texts.forEach { free($0) } }
    var target = csdbus_call(destination: texts[0], path: texts[1], interface: texts[2], member: texts[3])
    let arguments = zip(call.arguments, texts.dropFirst(4)).map { argument, text in
      csdbus_argument(kind: argument.kind, text: text, number: argument.number)
    }
    var serial: UInt64 = 0
    let status = csdbus_send(bus, &target, arguments, arguments.count, &serial)
    guard status >= 0 else { throw BusFailure(status: status) }
    return serial
  }

  func next() throws(BusFailure) -> BusMessage? {
    while true {
      var message: OpaquePointer?
      let status = csdbus_process(bus, &message)
      guard status >= 0 else { throw BusFailure(status: status) }
      if let message {
        defer { csdbus_release(message) }
        return try BusMessage(message)
      }
      if status == 0 { return nil }
    }
  }
}

extension BusCall.Argument {
  fileprivate var text: String {
    switch self {
    case .text(let text), .textVariant(let text): text
    case .numberVariant: ""
    }
  }

  fileprivate var number: UInt32 {
    if case .numberVariant(let number) = self { number } else { 0 }
  }

  fileprivate var kind: csdbus_argument_kind {
    switch self {
    case .text: CSDBUS_TEXT
    case .textVariant: CSDBUS_VARIANT_TEXT
    case .numberVariant: CSDBUS_VARIANT_UINT32
    }
  }
}

extension BusMessage {
  fileprivate init(_ message: OpaquePointer) throws(BusFailure) {
    let kind: Kind =
      switch csdbus_kind(message) {
      case CSDBUS_REPLY: .reply(to: csdbus_reply_serial(message))
      case CSDBUS_ERROR:
        .error(
          to: csdbus_reply_serial(message), name: Self.text(csdbus_error_name(message)) ?? "",
          text: Self.text(csdbus_error_text(message)) ?? "")
      case CSDBUS_SIGNAL:
        .signal(
          path: Self.text(csdbus_path(message)) ?? "", interface: Self.text(csdbus_interface(message)) ?? "",
          member: Self.text(csdbus_member(message)) ?? "")
      default: .other
      }
    self.init(kind, from: Self.text(csdbus_sender(message)), try Self.values(of: message))
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// GeoClue's messages have some dozen values.
  private static let mostValues = 10_000

  private static func values(of message: OpaquePointer) throws(BusFailure) -> [BusValue] {
    var containers: [(isVariant: Bool, values: [BusValue])] = [(false, [])]
    for _ in 0..<mostValues {
      var piece = csdbus_value()
      let status = csdbus_read(message, &piece)
      guard status >= 0 else { throw BusFailure(status: status) }
      if status == 0 { return containers[0].values }
      let value: BusValue
      switch UInt8(truncatingIfNeeded: piece.type) {
      case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): value = .text(text(piece.text) ?? "")
      case UInt8(ascii: "d"): value = .real(piece.real)
      case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "v"):
        containers.append((UInt8(truncatingIfNeeded: piece.type) == UInt8(ascii: "v"), []))
        continue
      case UInt8(ascii: ")"):
        let (isVariant, values) = containers.removeLast()
        value = isVariant ? values.first ?? .list([]) : .list(values)
      default: value = .whole(piece.whole)
      }
      containers[containers.count - 1].values.append(value)
    }
    throw .failed(code: EMSGSIZE)
  }
}

/// A call of a method on the bus.
package struct BusCall: Hashable, Sendable {
  /// An argument; wrapped in a variant to set a property.
  package enum Argument: Hashable, Sendable {
    case text(String)
    case textVariant(String)
    case numberVariant(UInt32)
  }

  package let destination: String
  package let path: String
  package let interface: String
  package let member: String
  package let arguments: [Argument]

  package init(
    to destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: Argument...
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

package struct BusMessage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An answer to the call with this serial.
    case reply(to: UInt64)
    /// The call with this serial went wrong.
    case error(to: UInt64, name: String, text: String)
    case signal(path: String, interface: String, member: String)
    case other
  }

  package let kind: Kind
  /// The unique name of the sender.
  package let sender: String?
  package let body: [BusValue]

  package init(_ kind: Kind, from sender: String?, _ body: [BusValue] = []) {
    self.kind = kind
    self.sender = sender
    self.body = body
  }
}

/// A value in a message; a variant is represented by its content.
package indirect enum BusValue: Hashable, Sendable {
  /// Also an object path.
  case text(String)
  case real(Double)
  /// Also a boolean: 0 or 1.
  case whole(Int64)
  /// An array, a structure or an entry of a dictionary.
  case list([BusValue])

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var real: Double? { if case .real(let real) = self { real } else { nil } }
  package var whole: Int64? { if case .whole(let whole) = self { whole } else { nil } }

  /// The elements of an array or a structure; empty for anything else.
  package var elements: [BusValue] { if case .list(let elements) = self { elements } else { [] } }

  /// The values of a dictionary with text keys.
  package var dictionary: [String: BusValue] {
    var found: [String: BusValue] = [:]
    for entry in elements where entry.elements.count == 2 {
      if let key = entry.elements[0].text { found[key] = entry.elements[1] }
    }
    return found
  }
}
