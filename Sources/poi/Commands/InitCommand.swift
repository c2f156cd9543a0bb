import ArgumentParser
import FoundationEssentials
import Geography
import Glibc
import Input
import Presentation

struct InitCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set poi up with three questions",
    discussion: """
      poi init
      """)

  @OptionGroup var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    guard context.isInputTerminal(), context.console.tellsTerminal else {
      throw CommandFailure("poi init changed nothing: it asks questions, which takes a terminal", .usage)
    }
    guard let path = ConfigFile.path(in: context.environment) else {
      throw CommandFailure(
        "poi init changed nothing: without $HOME, there is no place for config.toml", .noSuchInput)
    }
    let isThere = FileManager.default.fileExists(atPath: path)
    if isThere, context.console.isQuiet {
      throw CommandFailure("poi init changed nothing: \(path) exists", .usage)
    }
    guard let map = try askForMap(in: context),
      let settings = try isThere ? ("", false) : askForSettings(in: context)
    else {
      context.console.tell("poi init changed nothing")
      return .nothingFound
    }
    if isThere {
      context.console.tell("\(path) exists and was not changed; poi config shows your settings")
    } else {
      try Self.write(settings.text, to: path)
      context.console.tell("wrote \(path); poi config shows all settings")
    }
    guard map.isThere else {
      context.console.tell(
        "next, download a map extract, a file like \(map.file); OpenStreetMap's wiki lists who offers it: "
          + "https://wiki.openstreetmap.org/wiki/Planet.osm#Country_and_area_extracts")
      context.console.tell("then run poi init again, or poi import \(map.file)")
      return .success
    }
    let status = try await ImportCommand.parse(["--", map.file]).run(in: context)
    context.console.tell("done; try: \(settings.hasReceiver ? "poi" : "poi coffee in TOWN")")
    return status
  }

  // MARK: Questions

  /// A map extract that is there, or else what one of the wanted region is called; `nil` if the user ends the input.
  @MainActor
  private func askForMap(in context: CommandContext) throws -> (file: String, isThere: Bool)? {
    for file in Self.extracts(in: context.environment).prefix(5) {
      let question = "Import \(TerminalText.harmless(file))? yes, no [yes]: "
      guard let answer = try choice(question, ["yes", "no"], usual: "yes", in: context) else { return nil }
      if answer == "yes" { return (file, true) }
    }
    return try answer("Where do you live or travel? A country or region, in English: ", in: context)
      .map { (Self.fileName(of: $0), false) }
  }

  /// The lines of the configuration; `nil` if the user ends the input.
  @MainActor
  private func askForSettings(in context: CommandContext) throws -> (text: String, hasReceiver: Bool)? {
    let usual = UnitSystem.usual(in: context.settings.locale.territory)
    let names = UnitSystem.allCases.map(\.rawValue)
    guard
      let units = try choice(
        "Which units? \(names.joined(separator: ", ")) [\(usual.rawValue)]: ", names, usual: usual.rawValue,
        in: context),
      let receiver = try choice(
        "Is a GPS receiver connected to this machine? yes, no [no]: ", ["yes", "no"], usual: "no", in: context
      )
    else { return nil }
    let text = """
      # What poi config shows can be set here.
      units = "\(units)"
      position = "\(receiver == "yes" ? PositionOptions.Means.gpsd : .auto)"

      """
    return (text, receiver == "yes")
  }

  /// One of some words, which may be shortened; `nil` if the user ends the input.
  @MainActor
  private func choice(
    _ question: String, _ words: [String], usual: String, in context: CommandContext
  ) throws -> String? {
    while let text = try answer(question, in: context)?.lowercased() {
      if text.isEmpty { return usual }
      if let word = words.first(where: { $0.hasPrefix(text) }) { return word }
      context.console.tell("'\(text)' is not one of \(words.joined(separator: ", "))")
    }
    return nil
  }

  @MainActor
  private func answer(_ question: String, in context: CommandContext) throws -> String? {
    context.console.draw(question)
    return try context.readLine()?.trimmed()
  }

  // MARK: The configuration

  /// Writes a file that must not exist yet.
  private static func write(_ text: String, to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw CommandFailure(
        "\(path) cannot be written: \(String(cString: strerror(errno)))", .readOrWriteFailed)
    }
  }

  // MARK: The map

  /// What the extract of the last of some regions is usually called, from the particular to the general, as people write
  /// them: `liechtenstein-latest.osm.pbf` for `Vaduz, Liechtenstein`.
  static func fileName(of regions: String) -> String {
    let name = regions.lowercased().split(separator: ",").last ?? ""
    let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    return "\(words.isEmpty ? "REGION" : words)-latest.osm.pbf"
  }

  /// The extracts in this folder, in the user's home and in Downloads.
  private static func extracts(in environment: [String: String]) -> [String] {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (["."] + (home.map { [$0, "\($0)/Downloads"] } ?? [])).flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { name in [".osm.pbf", ".osm", ".osm.bz2", ".osm.gz"].contains { name.hasSuffix($0) } }
        .map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
  }
}
