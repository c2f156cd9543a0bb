/// Why a redirect is not followed.
public enum Redirection: Error, Hashable, Sendable, CustomStringConvertible {
  /// From one address to the next, perhaps in a circle.
  case tooMany(limit: Int)
  /// Away from TLS, or out of the web.
  case insecure(to: String)
  /// A redirect that would need the body to be sent again.
  case moved(to: String)

  /// What the server does, without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let limit): "the server redirects more than \(limit) times"
    case .insecure(let address): "the server redirects to \(address), which is not secure"
    case .moved(let address): "the server has moved to \(address); use that address"
    }
  }
}
