import FoundationEssentials

enum InstalledFiles {
  private static var executable: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
  }

  /// Where a folder is installed, beside the program.
  static func installed(_ name: String) -> String {
    URL(fileURLWithPath: executable).deletingLastPathComponent().deletingLastPathComponent().path
      + "/share/poi/\(name)"
  }

  /// A folder that has a file: installed, or in the sources that the program was built from.
  ///
  /// - Parameter source: what the folder is called there.
  static func folder(_ name: String, inSources source: String, holding file: String) -> String? {
    var candidates = [installed(name)]
    var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
    while folder.path != "/" {
      candidates.append("\(folder.path)/Sources/poi/\(source)")
      folder.deleteLastPathComponent()
    }
    return candidates.first { FileManager.default.fileExists(atPath: "\($0)/\(file)") }
  }
}
