import ArgumentParser
import Places
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct CompletionsTests {
  private typealias Candidate = Completions.Candidate

  @Test("each shell gets candidates in its own syntax")
  func signs() {
    let accented = [Candidate("it'\u{301}s:\u{301}", meaning: "a thing")]
    #expect(Completions.lines(of: accented, for: .bash) == ["'it'\\''\u{301}s:\u{301}'"])
    #expect(Completions.lines(of: accented, for: .zsh) == ["it'\u{301}s\\:\u{301}:a thing"])
    #expect(SourceOptions.quoted("it'\u{301}s") == "'it'\\''\u{301}s'")
    let candidates = [Candidate("it's:$(x)", meaning: "a thing")]
    #expect(Completions.lines(of: candidates, for: .bash) == ["'it'\\''s:$(x)'"])
    #expect(Completions.lines(of: candidates, for: .zsh) == ["it's\\:$(x):a thing"])
    #expect(Completions.lines(of: candidates, for: .fish) == ["it's:$(x)\ta thing"])
  }

  @Test("completes categories by their words, and by synonyms once something is typed")
  func categories() {
    let all = Completions.categories(startingWith: "").map(\.text)
    #expect(all.contains("water"))
    #expect(!all.contains("tap"))
    #expect(all.allSatisfy { !$0.contains(" ") })
    let german = Completions.categories(startingWith: "Apo", in: .german)
    #expect(german.map(\.text) == ["Apotheke"])
    #expect(Completions.categories(startingWith: "", in: .german).map(\.text).contains("Apotheke"))
    #expect(Completions.categories(startingWith: "drinking_w").map(\.text) == ["drinking_water"])
  }

  @Test("completes files by their beginning, and hidden ones only after a dot")
  func files() throws {
    let folder = try TemporaryDirectory()
    for name in ["ab.csv", "ac.csv", "b\u{1B}.csv", ".a"] { _ = try folder.write("", as: name) }
    #expect(Completions.files(startingWith: folder.path(of: "a")) == ["ab.csv", "ac.csv"].map(folder.path))
    #expect(Completions.files(startingWith: folder.path(of: "b")) == [])
    #expect(Completions.files(startingWith: folder.path(of: ".")) == [folder.path(of: ".a")])
    #expect(Completions.files(startingWith: folder.path(of: "nowhere/")) == [])
  }

  @Test("offers a folder's content if nothing else matches")
  func onlyFolder() throws {
    let start = Fixtures.path("cl")
    #expect(Completions.files(startingWith: start).contains(Fixtures.path("cli/here-yes.txt")))
  }
}
