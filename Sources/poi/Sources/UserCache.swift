import PlaceServers

extension OnDiskCache {
  /// The user's, as large as the settings allow; `nil` if the user has no home.
  ///
  /// - Throws: `CommandFailure`.
  static func ofUser(in settings: Settings) throws -> OnDiskCache? {
    let limit = try settings.value(of: .cacheSize)
    return userDirectory(in: settings.environment).map { OnDiskCache(directory: $0, sizeLimit: limit) }
  }
}
