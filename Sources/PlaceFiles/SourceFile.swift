import FoundationEssentials
import Glibc
import Places

/// A file that places were imported from, in its state at the time.
public struct SourceFile: Hashable, Sendable {
  /// Where it is; an absolute path.
  public package(set) var path: String
  /// In bytes.
  public package(set) var size: Int64
  /// When it was last written, in nanoseconds since 1970.
  public package(set) var modified: Int64
  /// The date of its data: its own, or else when it was last written.
  public package(set) var dated: Date?
  /// The header, if it is an OpenStreetMap extract.
  public package(set) var extract: OSMHeader?
  /// Which of its places to import; `nil` for all.
  public package(set) var selection: ImportSelection?

  /// The file as it is now; `nil` if there is none, or it can be read only once.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    dated = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }

  /// The date that its data gives; `nil` if `dated` is only when it was last written.
  public var dateOfData: Date? {
    dated.flatMap { $0 == Date(timeIntervalSince1970: Double(modified / 1_000_000_000)) ? nil : $0 }
  }

  /// Whether all of an OpenStreetMap extract was imported.
  public var isWholeExtract: Bool { extract != nil && selection == nil }

  package init(
    path: String, size: Int64, modified: Int64, dated: Date?, extract: OSMHeader?,
    selection: ImportSelection?
  ) {
    (self.path, self.size, self.modified) = (path, size, modified)
    (self.dated, self.extract, self.selection) = (dated, extract, selection)
  }
}
