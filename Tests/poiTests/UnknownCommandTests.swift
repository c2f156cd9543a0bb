import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct UnknownCommandTests {
  @Test(
    "names an unknown command, and similar ones",
    arguments: [
      (["neaby"], "poi has no command 'neaby'; did you mean nearby?"),
      (["improt", "andorra.osm.pbf"], "poi has no command 'improt'; did you mean import?"),
      (["help", "dcotor"], "poi has no command 'dcotor'; did you mean doctor?"),
      (["places", "serch", "x"], "poi places has no command 'serch'; did you mean search?"),
      (["search", "coffee"], "poi has no command 'search'; did you mean nearby or places search?"),
      (["export", ">", "x"], "poi has no command 'export'; did you mean places export?"),
      (["add"], "poi has no command 'add'; did you mean places add?"),
      (["cache", "wash"], "poi cache has no command 'wash'; the commands are show, clean"),
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
