import PlaceServers

extension OnDiskCache {
  /// The user's, as large as the settings allow; `nil` if the user has no home.
  ///
  /// - Throws: `CommandFailure`.
  static func ofUser(in settings: Settings) throws -> OnDiskCache? {
    let limit = try settings.value(of: .cacheSize)
    return userDirectory(in: settings.environment).map { OnDiskCache(directory: $0, sizeLimit: limit) }
  }

  /// What is removed automatically: anything older than half a year, and whatever exceeds the limit.
  var usualPolicy: CombinedCleanupPolicy {
    CombinedCleanupPolicy(
      MaxAgeCleanupPolicy(maxAge: 180 * 86400), MaxSizeCleanupPolicy(maxSize: sizeLimit))
  }
}
