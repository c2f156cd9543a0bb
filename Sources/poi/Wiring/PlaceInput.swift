import Foundation
import Glibc
import Input
import Places

/// A file of places that is ready to be read: converted first if it is in a format of other programs.
final class PlaceInput: Sendable {
  /// What is to be read.
  let file: PlaceFile

  private let copy: String?

  /// - Parameter folder: where there is room for a copy.
  /// - Throws: `PlacesError`.
  init(_ file: PlaceFile, roomIn folder: String = FileManager.default.temporaryDirectory.path)
    async throws(PlacesError)
  {
    guard let format = try file.foreignFormat() else {
      self.file = file
      copy = nil
      return
    }
    var source = file.path
    var unpacked: String?
    defer { unpacked.map { _ = unlink($0) } }
    if format == .kmz {
      let kml = try await Gpsbabel.kml(inArchive: source, named: file.name)
      source = try Self.write(kml, in: folder)
      unpacked = source
    }
    let gpx = try await Gpsbabel.gpx(of: source, type: format.gpsbabelType, named: file.name)
    let copy = try Self.write(gpx, in: folder)
    var converted = file.reading(copy)
    converted.standing = .convertedFrom(file.path)
    self.file = converted
    self.copy = copy
  }

  deinit {
    copy.map { _ = unlink($0) }
  }

  private static func write(_ bytes: [UInt8], in folder: String) throws(PlacesError) -> String {
    let path = "\(folder)/.poi-\(UUID().uuidString)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    if let code = bytes.writeAll(to: descriptor) {
      unlink(path)
      throw .unreadable(path: path, code: code)
    }
    return path
  }
}
