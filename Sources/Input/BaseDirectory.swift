/// The folders of the XDG base directory specification.
package enum BaseDirectory {
  /// The folder that a variable names, or else one in the home directory; `nil` if there is neither.
  ///
  /// - Parameters:
  ///   - variable: such as `XDG_CACHE_HOME`.
  ///   - folder: its place in the home directory, such as `.cache`.
  package static func path(
    of variable: String, orInHome folder: String, in environment: [String: String]
  ) -> String? {
    // The specification says to ignore a relative path.
    let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return named ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(folder)" }
  }
}
