import Places

/// How the user reads, counts and names things, as the variables of a POSIX locale say.
public struct UserLocale: Hashable, Sendable {
  private let characters, measures, messages: String

  /// - Parameter environment: `LC_ALL` overrides the category's own variable, which overrides `LANG`; empty
  ///   means unset.
  public init(environment: [String: String]) {
    func locale(_ category: String) -> String {
      ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    }
    (characters, measures, messages) = (locale("LC_CTYPE"), locale("LC_MEASUREMENT"), locale("LC_MESSAGES"))
  }

  public var isUTF8: Bool {
    ["UTF-8", "UTF8"].contains(Self.part(of: characters, after: ".", upTo: "@")?.uppercased())
  }

  /// The ISO 3166 code of the territory whose measures are in use.
  public var territory: String? { Self.part(of: measures, after: "_", upTo: ".@") }

  public var language: NameLanguage { NameLanguage(parsing: messages) ?? .local }

  /// A part of `language_TERRITORY.codeset@modifier`.
  private static func part(of locale: String, after separator: Character, upTo ends: String) -> String? {
    locale.firstIndex(of: separator).map { index in
      String(locale[locale.index(after: index)...].prefix { !ends.contains($0) })
    }
  }
}
