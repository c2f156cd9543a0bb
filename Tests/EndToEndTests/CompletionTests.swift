import Foundation
import TestSupport
import Testing

/// What the shells themselves offer when somebody presses Tab, with the scripts where `.ci/install` puts them.
@Suite(.timeLimit(.minutes(5))) struct CompletionTests {
  @Test(
    "Tab completes commands, options, words and files",
    arguments: Shell.allCases,
    [
      ("poi ne", "nearby"), ("poi places se", "search"), ("poi nearby --cat", "--category"),
      ("poi nearby --category drinking_w", "drinking_water"), ("poi categories drinking_w", "drinking_water"),
      ("poi places add Tap --category drinking_w", "drinking_water"),
      ("poi nearby --source ov", "overpass"),
      ("poi nearby --source places/helsinki-", "places/helsinki-garmin.csv"),
      ("poi nearby --gps-log gps/no", "gps/no-fix.nmea"),
      ("poi import places/helsinki-", "places/helsinki-garmin.csv"),
      ("poi nearby --format geo", "geojson"), ("poi nearby --units n", "nautical"),
      ("poi nearby --fields name,cat", "name,category"), ("poi watch --events enter,le", "enter,leave"),
      ("poi nearby --language lo", "local"), ("poi watch --profile walk-b", "walk-blind"),
      ("poi help ne", "nearby"),
    ])
  func completes(shell: Shell, tried: (line: String, word: String)) async throws {
    #expect(try await shell.offers(for: tried.line) == [tried.word])
  }

  @Test("does not run a file named like a command")
  func hostileName() async throws {
    let folder = try TemporaryDirectory()
    let name = "x$(touch ran)'`touch ran`"
    _ = try folder.write("", as: name)
    for shell in [Shell.bash, .fish] {
      #expect(try await shell.offers(for: "poi nearby --source x", in: folder.url.path) == [name])
    }
    #expect(try folder.fileNames == [name])
  }

  /// A shell, and how it is asked.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The candidates for the line's last word.
    func offers(for line: String, in workingDirectory: String = Fixtures.path("")) async throws -> [String] {
      let home = try TemporaryDirectory()
      let script = try #require(try await Self.scripts.value[self])
      let file = home.url.appendingPathComponent(scriptPath)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try script.write(to: file, atomically: true, encoding: .utf8)
      let asking = try home.write(question, as: "ask")
      let programs = URL(filePath: PoiApp.path).deletingLastPathComponent().path
      let path = "\(programs):/usr/bin:/bin"
      let outcome = try await CommandRunner.run(
        "/usr/bin/timeout", ["60", self == .bash ? "bash" : "zsh", asking, line],
        environment: [
          "PATH": path, "HOME": home.url.path, "SHARE": home.url.path, "XDG_DATA_DIRS": home.url.path,
          "TERM": "xterm", "LC_ALL": "C.UTF-8",
        ],
        workingDirectory: workingDirectory)
      try #require(outcome.status == 0, "\(outcome)")
      return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    /// What poi generates for each.
    private static let scripts = Task {
      var scripts: [Shell: String] = [:]
      for shell in allCases {
        scripts[shell] = try await PoiApp().run(["--generate-completion-script", shell.rawValue]).output
      }
      return scripts
    }

    /// Where it looks for the script, below `share`.
    private var scriptPath: String {
      switch self {
      case .bash: "bash-completion/completions/poi"
      case .zsh: "zsh/site-functions/_poi"
      case .fish: "fish/vendor_completions.d/poi.fish"
      }
    }

    /// A script that prints what the shell offers for its argument; it runs in zsh, whose zpty is the terminal that
    /// zsh and fish want to be asked on.
    private var question: String {
      switch self {
      case .bash:
        """
        . /usr/share/bash-completion/bash_completion
        _completion_loader poi
        COMP_LINE=$1 COMP_POINT=${#1}
        read -ra COMP_WORDS <<<"$1"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        completing=$(complete -p poi | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
        "$completing" poi "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      case .zsh:
        // The line as Tab leaves it.
        """
        zmodload zsh/zpty
        cat >$HOME/rc <<'EOF'
        fpath=($SHARE/zsh/site-functions $fpath)
        autoload -Uz compinit && compinit -u -D
        complete-and-write() { zle complete-word; print -r -- $BUFFER >$HOME/line; zle kill-whole-line; }
        zle -N complete-and-write
        bindkey '^I' complete-and-write
        PS1=READY
        EOF
        zpty shell "zsh -f -i"
        zpty -w shell "source $HOME/rc"
        zpty -r shell seen '*READY*'
        zpty -w -n shell "$1"$'\\t'
        zpty -w shell exit
        while zpty -r shell seen; do :; done
        print -rl -- ${${(z)"$(<$HOME/line)"}[-1]}
        """
      case .fish:
        """
        zmodload zsh/zpty
        export LINE=$1
        zpty shell "fish --no-config --interactive --init-command '
          set fish_complete_path $SHARE/fish/vendor_completions.d
          function fish_prompt; echo READY; end'"
        zpty -r shell seen '*READY*'
        zpty -w shell 'complete -C $LINE >$HOME/offers; exit'
        while zpty -r shell seen; do :; done
        cat $HOME/offers
        """
      }
    }
  }
}
