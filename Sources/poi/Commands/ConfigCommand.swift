import ArgumentParser
import Presentation

/// `poi config`.
struct ConfigCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show what is set, and where",
    discussion: """
      EXAMPLES
        poi config
        poi config --example > config.toml
        POI_CONFIG=config.toml poi nearby
        poi config --json | jq '.settings[] | select(.origin != "built-in")'

      The file is $POI_CONFIG, or else $XDG_CONFIG_HOME/poi/config.toml, or else ~/.config/poi/config.toml. What \
      stands at its top goes for all commands that have an option of that name; what one command alone means by a \
      name stands in a section. A variable goes before the file, and an option before both: timeout is also \
      $POI_TIMEOUT, and max-speed in [watch] $POI_WATCH_MAX_SPEED.
      """)

  @Flag(help: "Only the path of the file, which need not be there.")
  var path = false

  @Flag(help: "A file to begin with, in which everything is commented out.")
  var example = false

  @Flag(help: "One JSON document: metres, seconds and bytes.")
  var json = false

  func validate() throws {
    if [path, example, json].filter(\.self).count > 1 {
      throw ValidationError("give one of --path, --example and --json")
    }
  }

  /// What mends a file must not end at what is wrong with it.
  var readsConfigFile: Bool { !path && !example }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    if example {
      try context.console.write(Self.example)
      return .success
    }
    if path {
      guard let path = ConfigFile.path(in: context.environment) else {
        throw CommandFailure("there is no home for a configuration file; set XDG_CONFIG_HOME", .noSuchInput)
      }
      try context.console.write("\(path)\n")
      return .success
    }
    let report = SettingsReport(
      file: context.settings.file?.path, rows: try Settings.all.map { try $0.row(in: context.settings) })
    try context.console.write(json ? report.json : report.text)
    return .success
  }

  /// A file with everything that can be set, as it is where nobody says, commented out.
  static var example: String {
    var lines = [
      "# What poi goes by unless a variable or an option says something else.",
      "# To set something, take away the # before its name, and before its section if it stands in one.",
    ]
    var section: SettingKey.Section?
    for setting in Settings.all {
      if setting.key.section != section, let next = setting.key.section {
        lines += ["", "#[\(next.rawValue)]"]
      }
      section = setting.key.section
      let value = setting.exampleValue.map { " = \($0.literal)" } ?? ""
      lines += ["", "# \(setting.help)", "# It takes \(setting.allowed).", "#\(setting.key.name)\(value)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
