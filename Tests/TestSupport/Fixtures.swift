import Foundation

/// The project's own recordings, places and answers.
public enum Fixtures {
  /// The path of a fixture, like `gps/walk.nmea`.
  public static func path(_ name: String) -> String {
    packageRoot + "/Fixtures/" + name
  }

  /// The bytes of a fixture.
  public static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name)))
  }

  /// The folder that holds Package.swift.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}
