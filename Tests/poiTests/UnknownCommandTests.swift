import Testing

@testable import poi

@Suite struct UnknownCommandTests {
  @Test(
    "a word that is no command is named, with the commands near it",
    arguments: [
      (["neaby"], "poi has no command 'neaby'; near it: nearby"),
      (["help", "dcotor"], "poi has no command 'dcotor'; near it: doctor"),
      (["places", "serch", "x"], "poi places has no command 'serch'; near it: search"),
      (["cache", "wash"], "poi cache has no command 'wash'; the commands are show, clean"),
    ])
  func unknown(arguments: [String], message: String) {
    #expect(UnknownCommand(in: arguments)?.description == message)
  }

  @Test(
    "a command line without such a word is none of its business",
    arguments: [
      [], ["--help"], ["help"], ["help", "places"], ["places", "search", "serch"], ["places"],
      ["categories", "watr"], ["--version", "neaby"],
    ])
  func known(arguments: [String]) {
    #expect(UnknownCommand(in: arguments) == nil)
  }
}
