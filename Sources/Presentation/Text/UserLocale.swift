import Places

/// How the user reads, counts and names things, as the variables of a POSIX locale say.
public struct UserLocale: Hashable, Sendable {
  public let isUTF8: Bool
  /// The ISO 3166 code of the territory whose measures are in use.
  public let territory: String?
  public let language: NameLanguage

  /// - Parameter environment: `LC_ALL` overrides the category's own variable, which overrides `LANG`; empty
  ///   means unset.
  public init(environment: [String: String]) {
    func locale(_ category: String) -> String {
      ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    }
    let codeset = Self.part(of: locale("LC_CTYPE"), after: ".", upTo: "@")
    isUTF8 = ["UTF-8", "UTF8"].contains(codeset?.uppercased())
    territory = Self.part(of: locale("LC_MEASUREMENT"), after: "_", upTo: ".@")
    language = NameLanguage(parsing: locale("LC_MESSAGES")) ?? .local
  }

  /// A part of `language_TERRITORY.codeset@modifier`.
  private static func part(of locale: String, after separator: Character, upTo ends: String) -> String? {
    locale.firstIndex(of: separator).map { index in
      String(locale[locale.index(after: index)...].prefix { !ends.contains($0) })
    }
  }
}
