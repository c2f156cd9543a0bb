import Foundation

/// The system's programs that tests can use.
public enum InstalledProgram {
  /// Whether the machine has all of these.
  public static func areThere(_ names: String...) -> Bool {
    names.allSatisfy { name in
      ["/usr/bin", "/usr/sbin", "/bin", "/sbin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }
  }
}
