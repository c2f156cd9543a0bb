import Geography
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct OldOptionsTests {
  @Test(
    "an old name stands for the new one, and is told",
    arguments: [
      (["nearby", "--ascii"], ["nearby", "--draw", "ascii"], "--ascii is now --draw ascii"),
      (
        ["nearby", "--no-map", "cafe"], ["nearby", "--draw", "plain", "cafe"], "--no-map is now --draw plain"
      ),
      (["nearby", "--sure"], ["nearby", "--doubtful-last"], "--sure is now --doubtful-last"),
      (["nearby", "cafe", "--pick"], ["pick", "cafe"], "nearby --pick is now poi pick"),
      (["nearby", "--where"], ["nearby", "--address"], "--where is now --address"),
      (
        ["watch", "--on-enter", "a b", "--json"], ["watch", "--on", "enter=a b", "--json"],
        "--on-enter is now --on enter=COMMAND"
      ),
      (["watch", "--on-event=a=b"], ["watch", "--on", "any=a=b"], "--on-event is now --on any=COMMAND"),
      (["watch", "--on-leave"], ["watch", "--on"], "--on-leave is now --on leave=COMMAND"),
    ])
  func replaced(old: [String], new: [String], notice: String) {
    let replaced = OldOptions.replaced(in: old)
    #expect(replaced.arguments == new)
    #expect(replaced.notices == [notice])
  }

  @Test(
    "leaves other words alone",
    arguments: [
      ["here", "--sure"], ["nearby", "--", "--ascii"], ["nearby", "--ascii=x"],
      ["nearby", "--draw", "ascii"],
    ])
  func kept(arguments: [String]) {
    let replaced = OldOptions.replaced(in: arguments)
    #expect(replaced.arguments == arguments)
    #expect(replaced.notices == [])
  }

  @Test("old settings count, and are told")
  func settings() throws {
    let file = try ConfigFile(parsing: "ascii = true\n", path: "config.toml", home: nil)
    var settings = Settings(environment: [:])
    settings.file = file
    #expect(try settings.value(of: .draw) == .ascii)
    #expect(settings.oldNames == ["config.toml:1: ascii is now draw = \"ascii\""])
    let variable = Settings(environment: ["POI_MAP": "false"])
    #expect(try variable.value(of: .draw) == .plain)
    #expect(variable.oldNames == ["$POI_MAP is now $POI_DRAW"])
  }

  @Test("within and radius are the same in every section")
  func radius() throws {
    let text = "[nearby]\nwithin = 5\n[watch]\nradius = 6\n"
    var settings = Settings(environment: [:])
    settings.file = try ConfigFile(parsing: text, path: "config.toml", home: nil)
    #expect(try settings.value(of: .radius)?.metres == 5)
    #expect(try settings.value(of: .within).metres == 6)
  }
}
