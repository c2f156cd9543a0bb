import Testing

@testable import Input
@testable import Places

@Suite struct ChecksumTests {
  @Test(
    "the checksums that others get",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func values(text: String, checksum: String) {
    #expect(Checksum.text(of: text.utf8) == checksum)
  }
}
