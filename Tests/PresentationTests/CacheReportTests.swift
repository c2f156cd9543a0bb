import Places
import Presentation
import Testing

@testable import PlaceServers

@Suite struct CacheReportTests {
  private static let cache = OnDiskCache(directory: "/home/me/.cache/poi")

  @Test("writes a line for each fact")
  func text() {
    let items = [
      OnDiskCache.Item(path: "/a", age: 100, size: 1_200_000),
      OnDiskCache.Item(path: "/b", age: 259_300, size: 34),
    ]
    #expect(
      CacheReport(of: Self.cache, items: items).text == """
        path    /home/me/.cache/poi
        size    1.2 MB of 100 MB
        items   2
        oldest  3 days

        """)
  }

  @Test("an empty cache has no oldest item")
  func empty() {
    let report = CacheReport(of: Self.cache, items: [])
    #expect(report.text == "path    /home/me/.cache/poi\nsize    0 B of 100 MB\nitems   0\n")
    #expect(!report.json.contains("oldest"))
  }

  @Test("JSON has numbers, not words")
  func json() {
    let report = CacheReport(of: Self.cache, items: [OnDiskCache.Item(path: "/a", age: 1.5, size: 7)])
    #expect(
      report.json == """
        {
          "path": "/home/me/.cache/poi",
          "size": 7,
          "limit": 100000000,
          "items": 1,
          "oldest": 1.5
        }

        """)
  }

  @Test(
    "writes sizes as people do",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"),
      (999_949, "1.0 MB"), (12_345_678, "12.3 MB"), (100_000_000, "100 MB"), (2_500_000_000, "2.5 GB"),
    ])
  func sizes(bytes: Int, wording: String) {
    #expect(CacheReport.wording(bytes: bytes) == wording)
  }
}
