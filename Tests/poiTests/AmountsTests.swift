import ArgumentParser
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct AmountsTests {
  @Test(
    "reads a time",
    arguments: [
      ("0", 0), ("90", 90), ("90s", 90), ("30m", 1800), ("12h", 43200), ("7d", 604_800), ("2w", 1_209_600),
      ("1.5h", 5400), ("7 d", 604_800), ("7D", 604_800),
    ])
  func seconds(text: String, seconds: Double) throws {
    #expect(try Amounts.seconds(text) == seconds)
  }

  @Test(
    "refuses text that is not a time",
    arguments: ["", "d", "-1", "7y", "7d7", "1e3", "inf", "nan", "٣d", "1..2"])
  func noSeconds(text: String) {
    #expect(throws: ValidationError.self) { try Amounts.seconds(text) }
  }

  @Test(
    "reads a size",
    arguments: [
      ("0", 0), ("5000", 5000), ("500kB", 500_000), ("50MB", 50_000_000), ("1gb", 1_000_000_000),
      ("1.5 M", 1_500_000),
    ])
  func bytes(text: String, bytes: Int) throws {
    #expect(try Amounts.bytes(text) == bytes)
  }

  @Test(
    "refuses text that is not a size", arguments: ["", "MB", "-1", "1TB", "99999999999999999999", "1MiB"])
  func noBytes(text: String) {
    #expect(throws: ValidationError.self) { try Amounts.bytes(text) }
  }
}
