import FoundationEssentials

/// Settings for a way of travelling, in a file like the configuration: `poi watch --profile walk-blind`.
enum Profiles {
  private static let ending = ".toml"

  /// The user's own come before those that poi brings.
  private static func folders(in environment: [String: String]) -> [String] {
    let own = ConfigFile.path(in: environment).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/profiles"
    }
    let shipped = InstalledFiles.folder("profiles", inSources: "Profiles", holding: "walk-blind\(ending)")
    return [own, shipped].compactMap(\.self)
  }

  /// The paths of all profiles by their names.
  static func paths(in environment: [String: String]) -> [String: String] {
    var paths: [String: String] = [:]
    for folder in folders(in: environment).reversed() {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for file in files where file.hasSuffix(ending) {
        paths[String(file.dropLast(ending.count))] = "\(folder)/\(file)"
      }
    }
    return paths
  }

  /// Whether the file is the user's.
  static func isOwn(_ path: String, in environment: [String: String]) -> Bool {
    ConfigFile.path(in: environment) != nil && path.hasPrefix("\(folders(in: environment)[0])/")
  }

  /// The profile of this name.
  ///
  /// - Throws: `CommandFailure` if there is none, or its file is invalid.
  static func named(_ name: String, in environment: [String: String]) throws(CommandFailure) -> ConfigFile {
    let paths = paths(in: environment)
    guard let path = paths[name] else {
      let names = paths.keys.sorted().joined(separator: ", ")
      throw CommandFailure(
        "no profile '\(name)'; " + (names.isEmpty ? "none are installed" : "the profiles are \(names)"),
        .usage)
    }
    return try ConfigFile(parsing: try SmallTextFile.text(of: path), path: path, home: environment["HOME"])
  }
}
