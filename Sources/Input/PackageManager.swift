import Glibc

/// What advice says about programs and libraries that are not installed.
public enum PackageManager {
  /// How to install a Debian package, after a colon; empty on other systems, where packages have other names.
  public static func advice(on package: String) -> String { trying(package).map { ": \($0)" } ?? "" }

  /// The command that installs a Debian package; `nil` on other systems.
  public static func trying(_ package: String) -> String? {
    access("/usr/bin/apt-get", X_OK) == 0 ? "sudo apt-get install \(package)" : nil
  }
}
