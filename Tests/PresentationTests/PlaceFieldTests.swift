import Presentation
import Testing

@Suite struct PlaceFieldTests {
  @Test("a list of fields keeps its order")
  func list() throws {
    #expect(
      try PlaceField.list(parsing: "name, distance,tag:opening_hours,tag:a:b")
        == [.name, .distance, .tag("opening_hours"), .tag("a:b")])
  }

  @Test(
    "what is no field is named, with the nearest that is one",
    arguments: [
      ("distnace", "no field 'distnace'; near it: distance"),
      ("cat", "no field 'cat'; near it: category"),
      ("tag:", "no field 'tag:'; near it: tag:KEY"),
      ("opening_hours", "no field 'opening_hours'; the fields are distance, "),
      ("", "no field ''; the fields"),
      ("name,,id", "no field ''; "), ("Name", "no field 'Name'; near it: name"),
    ])
  func unknown(text: String, message: String) {
    #expect {
      try PlaceField.list(parsing: text)
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }
}
