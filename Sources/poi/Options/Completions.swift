import ArgumentParser
import FoundationEssentials
import Input
import Places
import Presentation

/// What a shell offers on Tab; the shell asks the program at that moment, so no other start pays for it.
enum Completions {
  /// The words of categories, and the synonyms that begin like the typed text.
  static let categories = CompletionKind.custom { words, index, _ in
    let start = word(at: index, of: words)
    return lines(of: categories(startingWith: start, in: userLanguage))
  }

  /// Completes plain words, and saved queries.
  static let words = CompletionKind.custom { words, index, _ in
    let start = word(at: index, of: words)
    guard start.hasPrefix(SavedQuery.sign) else {
      return lines(of: categories(startingWith: start, in: userLanguage))
    }
    let file = try? ConfigFile.ofUser(in: ProcessInfo.processInfo.environment)
    let names = (file?.queries.keys.sorted() ?? []).map { SavedQuery.sign + $0 }
    return lines(of: names.filter { $0.hasPrefix(start) }.map { Candidate($0, meaning: "a saved query") })
  }

  /// The words of `--source`, and files.
  static let sources = CompletionKind.custom { words, index, _ in
    let start = word(at: index, of: words)
    let named = SourceOptions.Choice.words.map { Candidate($0.word, meaning: $0.meaning) }
    return lines(of: named + files(startingWith: start).map { Candidate($0) })
  }

  /// The names of `--profile`.
  static let profiles = CompletionKind.custom { _, _, _ in
    lines(of: Profiles.paths(in: ProcessInfo.processInfo.environment).keys.sorted().map { Candidate($0) })
  }

  /// The script of a shell with the words of `poi help`, for which ArgumentParser has none.
  static func completed(_ script: String) -> String {
    let names = Poi.configuration.subcommands.compactMap { $0.configuration.commandName }
      .joined(separator: " ")
    let bash = "COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))"
    let fish = "__poi_should_offer_completions_for_positional \"poi help\" -eq 1"
    return script.replacing("'*:subcommands:'", with: "'1:subcommands:(\(names))'")
      .replacing("_poi_help() {\n    rep", with: "_poi_help() {\n    \(bash)\n    rep")
      + (script.contains("complete -c 'poi'") ? "\ncomplete -c 'poi' -n '\(fish)' -fa '\(names)'" : "")
  }

  /// Words of a list with commas in between.
  static func list(of words: [String]) -> CompletionKind {
    .custom { line, index, _ in
      let listed = word(at: index, of: line).split(separator: ",", omittingEmptySubsequences: false)
        .dropLast()
      let before = listed.map { $0 + "," }.joined()
      return lines(of: words.filter { !listed.contains($0[...]) }.map { Candidate(before + $0) })
    }
  }

  /// Something that can be offered, and what it means.
  struct Candidate: Equatable {
    let text: String
    let meaning: String

    init(_ text: String, meaning: String = "") {
      self.text = text
      self.meaning = meaning
    }
  }

  /// The candidates in the syntax of the shell.
  static func lines(of candidates: [Candidate], for shell: CompletionShell? = .requesting) -> [String] {
    candidates.map { candidate in
      switch shell {
      case .fish?: "\(candidate.text)\t\(candidate.meaning)"
      case .zsh?:
        candidate.text.replacing(each: "\\", with: "\\\\").replacing(each: ":", with: "\\:")
          + ":\(candidate.meaning)"
      // Bash expands the words that it is given: a file's name may look like a command.
      default: "'\(candidate.text.replacing(each: "'", with: "'\\''"))'"
      }
    }
  }

  private static var userLanguage: Category.Language {
    (try? Settings(environment: ProcessInfo.processInfo.environment).wordsLanguage()) ?? .english
  }

  /// Categories have underscores, which need no quotes, and come in English and the user's language.
  static func categories(
    startingWith start: String, in language: Category.Language = .english
  ) -> [Candidate] {
    Category.all.flatMap { category in
      let own = category.words(in: language)
      let names =
        start.isEmpty
        ? [own.first ?? category.word]
        : [category.word] + category.synonyms + own.filter { $0 != category.word }
      return names.map { $0.replacing(" ", with: "_") }.filter { $0.hasPrefix(start) }
        .map { Candidate($0, meaning: category.meaning) }
    }
  }

  /// Paths of files, or what is in a folder if that is the only one.
  static func files(startingWith start: String) -> [String] {
    let paths = paths(startingWith: start)
    guard paths.count == 1 else { return paths }
    let inside = Self.paths(startingWith: paths[0] + "/")
    return inside.isEmpty ? paths : inside
  }

  private static func paths(startingWith start: String) -> [String] {
    let end = start.lastIndex(of: "/").map(start.index(after:)) ?? start.startIndex
    let (folder, beginning) = (String(start[..<end]), start[end...])
    let path = folder.isEmpty ? "." : expandingTilde(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      name.hasPrefix(beginning) && (!beginning.isEmpty || !name.hasPrefix("."))
        && TerminalText.harmless(name) == name
    }
    .sorted().map { folder + $0 }
  }

  /// The folder with its `~` replaced, as the shell does it.
  private static func expandingTilde(_ folder: String) -> String {
    guard folder.hasPrefix("~/") else { return folder }
    return FileManager.default.homeDirectoryForCurrentUser.path + folder.dropFirst()
  }

  private static func word(at index: Int, of words: [String]) -> String {
    words.indices.contains(index) ? words[index] : ""
  }
}
