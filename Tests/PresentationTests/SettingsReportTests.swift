import Presentation
import Testing

@Suite struct SettingsReportTests {
  private let report = SettingsReport(
    file: "/c/config.toml",
    rows: [
      .init(
        section: nil, name: "gpsd", value: .text("van\u{1B}[1m:2947"),
        origin: .file(path: "config.toml", line: 3)),
      .init(section: nil, name: "timeout", value: .number(0.5), origin: .variable("POI_TIMEOUT")),
      .init(section: nil, name: "color", value: .flag(true), origin: .builtIn),
      .init(
        section: "watch", name: "within", value: .amount(50, "50m"),
        origin: .file(path: "config.toml", line: nil)),
      .init(section: "watch", name: "events", value: .list(["enter", "leave"]), origin: .builtIn),
      .init(section: "here", name: "fields", value: nil, origin: .builtIn),
    ])

  @Test("lists a setting per line, under its section, and nothing that a terminal obeys")
  func text() {
    #expect(
      report.text == """
        gpsd     van\u{FFFD}[1m:2947  config.toml:3
        timeout  0.5           $POI_TIMEOUT
        color    true          built-in

        [watch]
        within   50m           config.toml
        events   enter,leave   built-in

        [here]
        fields   –             built-in

        """)
  }

  @Test("JSON has numbers, and no value for an unset setting")
  func json() {
    let json = report.json
    for part in [
      "\"file\": \"/c/config.toml\"", "\"value\": 0.5,", "\"value\": true,", "\"value\": 50,", "\"line\": 3",
      "\"variable\": \"POI_TIMEOUT\"", "\"section\": \"watch\"",
    ] {
      #expect(json.contains(part))
    }
    #expect(json.split(separator: "\"value\"").count == 6)
  }

  @Test(
    "writes a value as the configuration file does",
    arguments: [
      (.text("a \"b\" \\ \u{1B}"), #""a \"b\" \\ \u001b""#), (.number(100), "100"), (.number(0.25), "0.25"),
      (.amount(604_800, "7d"), "\"7d\""), (.flag(false), "false"), (.list(["a", "b"]), "[\"a\", \"b\"]"),
    ] as [(SettingsReport.Value, String)])
  func literal(value: SettingsReport.Value, literal: String) {
    #expect(value.literal == literal)
  }
}
