/// Why a redirect is not followed.
public enum Redirection: Error, Hashable, Sendable, CustomStringConvertible {
  /// From one address to the next, perhaps in a circle.
  case tooMany(limit: Int)
  /// Away from TLS, or out of the web.
  case insecure(to: String)
  /// A redirect that would need the body to be sent again.
  case moved(to: String)
  /// The same for now only, and to another server: a network that wants people to log in does so.
  case portal(to: String)

  /// What the server does, without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let limit): "the server redirects more than \(limit) times"
    case .insecure(let address): "the server redirects to \(address), which is not secure"
    case .moved(let address): "the server has moved to \(address); use that address"
    case .portal(let address):
      "the answer leads to \(address) for now, as in a network where one has to log in first: open that in a browser"
    }
  }
}
