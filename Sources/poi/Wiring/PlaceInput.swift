import Foundation
import Glibc
import Input
import Places

/// A file of places, ready to read: converted first if it is in another program's format.
final class PlaceInput: Sendable {
  /// The file to read.
  let file: PlaceFile

  private let copy: UnnamedFile?

  /// - Parameter folder: has room for a copy.
  /// - Throws: `PlacesError`.
  init(_ file: PlaceFile, roomIn folder: String = FileManager.default.temporaryDirectory.path)
    async throws(PlacesError)
  {
    guard let format = try file.foreignFormat() else {
      self.file = file
      copy = nil
      return
    }
    var unpacked: UnnamedFile?
    if format == .kmz {
      unpacked = try UnnamedFile(
        try await Gpsbabel.kml(inArchive: file.path, named: file.name), in: folder)
    }
    let gpx = try await Gpsbabel.gpx(
      of: unpacked?.path ?? file.path, type: format.gpsbabelType, named: file.name)
    let copy = try UnnamedFile(gpx, in: folder)
    var converted = file.reading(copy.path)
    converted.standing = .convertedFrom(file.path)
    converted.countsShapes = [.kml, .kmz].contains(format)
    self.file = converted
    self.copy = copy
  }
}

/// A file without a name, so that it never outlives the process.
private final class UnnamedFile: Sendable {
  /// Its path for this process and its children.
  let path: String

  private let descriptor: Int32

  /// - Parameter folder: has room for it.
  /// - Throws: `PlacesError`.
  init(_ bytes: [UInt8], in folder: String) throws(PlacesError) {
    guard let descriptor = TemporaryFile.createUnnamed(beginning: "\(folder)/.poi-") else {
      throw .unreadable(path: folder, code: errno)
    }
    self.descriptor = descriptor
    path = "/proc/\(getpid())/fd/\(descriptor)"
    if let code = bytes.writeAll(to: descriptor) { throw .unreadable(path: folder, code: code) }
  }

  deinit {
    close(descriptor)
  }
}
