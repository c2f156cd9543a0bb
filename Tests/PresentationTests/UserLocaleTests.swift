import Places
import Presentation
import Testing

@Suite struct UserLocaleTests {
  @Test(
    "the codeset says whether a locale is UTF-8",
    arguments: [
      ("en_US.UTF-8", true), ("C.UTF-8", true), ("C.utf8", true), ("de_DE.UTF-8@euro", true),
      ("en_US", false),
      ("C", false), ("POSIX", false), ("fi_FI.ISO-8859-15", false), ("UTF-8", false), ("", false),
    ])
  func codeset(locale: String, isUTF8: Bool) {
    #expect(UserLocale(environment: ["LANG": locale]).isUTF8 == isUTF8)
  }

  @Test(
    "takes the territory after the language",
    arguments: [
      ("en_US.UTF-8", "US"), ("en_GB", "GB"), ("de_AT@euro", "AT"), ("C.UTF-8", nil), ("en", nil),
    ] as [(String, String?)])
  func territory(locale: String, territory: String?) {
    #expect(UserLocale(environment: ["LANG": locale]).territory == territory)
  }

  @Test(
    "LC_ALL overrides each category's own variable, which overrides LANG; empty means unset")
  func order() {
    let environment = [
      "LANG": "fi_FI.UTF-8", "LC_MEASUREMENT": "en_US.UTF-8", "LC_MESSAGES": "sv_SE.UTF-8", "LC_CTYPE": "C",
      "LC_ALL": "",
    ]
    let locale = UserLocale(environment: environment)
    #expect(!locale.isUTF8)
    #expect(locale.territory == "US")
    #expect(locale.language == NameLanguage(parsing: "sv-SE"))
    let all = UserLocale(environment: environment.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 })
    #expect(all == UserLocale(environment: ["LANG": "de_DE.UTF-8"]))
  }

  @Test("an empty environment means plain output")
  func nothing() {
    let locale = UserLocale(environment: [:])
    #expect(!locale.isUTF8)
    #expect(locale.territory == nil)
    #expect(locale.language == .local)
  }

  @Test("an invalid locale gives local names")
  func nonsense() {
    #expect(UserLocale(environment: ["LANG": "x/../y"]).language == .local)
  }
}
