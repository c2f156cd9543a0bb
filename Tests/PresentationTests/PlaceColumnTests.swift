import Presentation
import Testing

@Suite struct PlaceColumnTests {
  @Test("a field is a word or a tag")
  func words() throws {
    #expect(
      try ["name", "distance", "tag:opening_hours", "tag:a:b"].map(PlaceColumn.init(parsing:))
        == [.name, .distance, .tag("opening_hours"), .tag("a:b")])
  }

  @Test(
    "names an unknown field, and a similar one",
    arguments: [
      ("distnace", "no field 'distnace'; did you mean distance?"),
      ("cat", "no field 'cat'; did you mean category?"),
      ("tag:", "no field 'tag:'; did you mean tag:KEY?"),
      ("opening_hours", "no field 'opening_hours'; the fields are distance, "),
      ("", "no field ''; the fields"),
      ("Name", "no field 'Name'; did you mean name?"),
    ])
  func unknown(text: String, message: String) {
    #expect {
      try PlaceColumn(parsing: text)
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }
}
