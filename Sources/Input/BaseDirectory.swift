/// The folders of the XDG base directory specification.
package enum BaseDirectory {
  /// The folder that a variable names, else one of the home; `nil` if the user has no home.
  ///
  /// - Parameters:
  ///   - variable: such as `XDG_CACHE_HOME`.
  ///   - folder: where that is in the home, such as `.cache`.
  package static func path(
    of variable: String, orInHome folder: String, in environment: [String: String]
  ) -> String? {
    // A relative path there is to be ignored, says the specification.
    let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return named ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(folder)" }
  }
}
