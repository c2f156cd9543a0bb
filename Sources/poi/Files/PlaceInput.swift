import FoundationEssentials
import Input
import PlaceFiles
import Places
import SystemPackage

/// A file of places, ready to read: converted first if it is in another program's format.
final class PlaceInput: Sendable {
  let file: PlaceFile

  private let copy: UnnamedFile?

  /// - Parameters:
  ///   - folder: has room for a copy.
  ///   - timeout: how long a conversion may take, if the user set a limit.
  init(
    _ file: PlaceFile, roomIn folder: String = FileManager.default.temporaryDirectory.path,
    within timeout: Duration? = nil
  ) async throws(PlacesError) {
    guard let format = try file.foreignFormat() else {
      self.file = file
      copy = nil
      return
    }
    var unpacked: UnnamedFile?
    var placemarks: Int?
    if format == .kmz {
      let kml = try await Gpsbabel.kml(inArchive: file.path, named: file.name, within: timeout)
      placemarks = try Gpsbabel.placemarks(ofKML: kml, named: file.name)
      unpacked = try Self.copy(of: kml, in: folder)
    } else if format == .kml {
      let kml = try FileBytes(path: file.path, name: file.name).beginning(.max) ?? []
      placemarks = try Gpsbabel.placemarks(ofKML: kml, named: file.name)
    }
    let gpx = try await Gpsbabel.gpx(
      of: unpacked?.path ?? file.path, type: format.gpsbabelType, named: file.name, within: timeout)
    let copy = try Self.copy(of: gpx, in: folder)
    var converted = file.reading(copy.path, as: .convertedFrom(file.name))
    converted.placemarks = placemarks
    self.file = converted
    self.copy = copy
  }

  private static func copy(of bytes: [UInt8], in folder: String) throws(PlacesError) -> UnnamedFile {
    do throws(Errno) {
      let copy = try UnnamedFile(in: folder)
      try copy.append(bytes)
      return copy
    } catch {
      throw .unreadable(path: folder, code: error.rawValue)
    }
  }
}
