import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct UnknownCommandTests {
  @Test(
    "names an unknown command, and similar ones",
    arguments: [
      (["neaby"], "no command 'neaby'; did you mean nearby?"),
      (["improt", "andorra.osm.pbf"], "no command 'improt'; did you mean import?"),
      (["help", "dcotor"], "no command 'dcotor'; did you mean doctor?"),
      (["places", "serch", "x"], "no command 'places serch'; did you mean search?"),
      (["search", "coffee"], "no command 'search'; did you mean nearby or places search?"),
      (["export", ">", "x"], "no command 'export'; did you mean places export?"),
      (["add"], "no command 'add'; did you mean places add?"),
      (["cache", "wash"], "no command 'cache wash'; the commands are show, clean"),
    ])
  func unknown(arguments: [String], message: String) {
    #expect(UnknownCommand(in: arguments)?.description == message)
  }

  @Test(
    "ignores a command line without an unknown command",
    arguments: [
      [], ["--help"], ["help"], ["help", "places"], ["places", "search", "serch"], ["places"],
      ["categories", "watr"], ["--version", "neaby"], ["coffee"], ["bakery", "open"], ["Hesburger"],
    ])
  func known(arguments: [String]) {
    #expect(UnknownCommand(in: arguments) == nil)
  }

  @Test(
    "words after open are a search if they name a category",
    arguments: [
      (["open", "pharmacy"], true), (["open", "fast", "food"], true),
      (["open", "bakery", "in", "Vaduz"], true),
      (["open", "now"], true), (["open", "node/1"], false), (["open", "Karl", "Fazer"], false),
      (["open"], false),
      (["open", "cafe", "--print"], false), (["nearby", "cafe"], false),
    ])
  func search(arguments: [String], isSearch: Bool) {
    #expect(OpenCommand.areSearch(arguments) == isSearch)
  }
}
