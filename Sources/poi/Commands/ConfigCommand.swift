import ArgumentParser
import Presentation

struct ConfigCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show every setting, its value, and where it comes from",
    discussion: """
      poi config
      poi config --example > config.toml
      POI_CONFIG=config.toml poi nearby
      poi config --json | jq '.settings[] | select(.origin != "built-in")'
      """)

  @Flag(help: "Print only the path of the file") var path = false

  @Flag(help: "Print a file with every setting explained") var example = false

  @Flag(help: "Print JSON, in metres, seconds and bytes") var json = false

  func validate() throws {
    if [path, example, json].filter(\.self).count > 1 {
      throw ValidationError("give one of --path, --example and --json")
    }
  }

  /// `--path` and `--example` help to repair a file, so a broken one must not stop them.
  var readsConfigFile: Bool { !path && !example }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if example {
      try context.console.write(Self.example)
      return .success
    }
    if path {
      guard let path = ConfigFile.path(in: context.environment) else {
        throw CommandFailure("no home directory for the configuration; set XDG_CONFIG_HOME", .noSuchInput)
      }
      try context.console.write("\(path)\n")
      return .success
    }
    let report = SettingsReport(
      file: context.settings.file?.path,
      rows: try Settings.all.map { try $0.row(in: context.settings) }
        + (context.settings.file?.queryRows ?? [])
        + Profiles.paths(in: context.environment).sorted { $0.key < $1.key }.map { name, path in
          SettingsReport.Row(
            section: "profiles", name: name, value: .text(path),
            origin: Profiles.isOwn(path, in: context.environment) ? .file(path: path, line: nil) : .builtIn)
        })
    try context.console.write(json ? report.json : report.text)
    return .success
  }

  /// A file with every setting at its default, commented out.
  static var example: String {
    var lines = [
      "# poi's settings; variables and options override them.",
      "# To set something, remove the # before its name, and before the [section] above it.",
    ]
    var section: SettingKey.Section?
    for setting in Settings.all {
      if setting.key.section != section, let next = setting.key.section {
        lines += ["", "#[\(next.rawValue)]"]
      }
      section = setting.key.section
      let value = setting.exampleValue.map { " = \($0.literal)" } ?? ""
      lines += ["", "# \(setting.help)", "# Value: \(setting.allowed)", "#\(setting.key.name)\(value)"]
    }
    return (lines + Self.exampleQuery).joined(separator: "\n") + "\n"
  }

  private static let exampleQuery = [
    "", "# A saved query, for poi nearby @lunch. nearby uses radius; watch, along and here use within.",
    "# Settings: \(SavedQuery.settings.map(\.key.name).joined(separator: ", ")).",
    "#[query.lunch]", "#category = [\"restaurant\", \"fast food\"]", "#radius = \"800m\"",
  ]
}

extension ConfigFile {
  fileprivate var queryRows: [SettingsReport.Row] {
    queries.sorted { $0.key < $1.key }.flatMap { name, query in
      SavedQuery.settings.compactMap { setting in
        query.values[setting.key.name].map { value in
          SettingsReport.Row(
            section: "\(SavedQuery.section).\(name)", name: setting.key.name, value: setting.shown(value),
            origin: .file(path: path, line: query.lines[setting.key.name]))
        }
      }
    }
  }
}
