import Testing

@testable import Input
@testable import Places

@Suite struct ChecksumTests {
  @Test(
    "matches the checksums of other programs",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func values(text: String, checksum: String) {
    #expect(Checksum.text(of: text.utf8) == checksum)
  }
}
