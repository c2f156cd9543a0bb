/// Whether positions are available at all; a missing fix does not affect it.
public enum AuthorizationStatus: String, Sendable {
  /// Nothing has answered yet.
  case notDetermined
  /// gpsd or GeoClue is unreachable, or refuses.
  case denied
  /// gpsd answers, but no device reports; or GeoClue answers, but has no permission.
  case restricted
  /// A device reports, or the position needs none.
  case authorized
}
