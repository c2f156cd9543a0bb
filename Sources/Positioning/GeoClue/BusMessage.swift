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
