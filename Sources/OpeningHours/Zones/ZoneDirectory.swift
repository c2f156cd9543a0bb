import Glibc

/// The system's compiled time zone database; the variables `TZ` and `TZDIR` change nothing.
struct ZoneDirectory: Sendable {
  var path = "/usr/share/zoneinfo"

  /// The largest file of the database has 4 kB.
  private static let mostBytes = 256 << 10

  /// The rules of a zone by its name of the time zone database, `nil` if there is no such zone.
  func rules(of zone: String) -> ZoneRules? {
    guard Self.isName(zone), let file = fopen("\(path)/\(zone)", "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = fread(&bytes, 1, bytes.count, file)
    guard count < Self.mostBytes, ferror(file) == 0 else { return nil }
    return ZoneRules(tzif: Array(bytes[..<count]))
  }

  /// `Area/Place`, which leads nowhere else.
  static func isName(_ zone: String) -> Bool {
    zone.utf8.count <= 64
      && zone.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        part.utf8.first.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } == true
          && part.utf8.allSatisfy {
            ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
              || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains($0)
          }
      }
  }
}
