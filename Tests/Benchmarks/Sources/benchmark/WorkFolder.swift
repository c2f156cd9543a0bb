import Foundation

/// A folder for what a run needs on the disk, deleted with it.
struct WorkFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("poi-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The path of a file in it.
  func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}

/// A region on the disk: as a list, and in the stores that are compared.
struct RegionFiles {
  let csv: String
  let store: String
  let cells: String
  let rtree: String

  init(region: Region, folder: WorkFolder) {
    func path(_ ending: String) -> String { folder.path("\(region.size.rawValue).\(ending)") }
    csv = path("csv")
    store = path("sqlite")
    cells = path("cells")
    rtree = path("rtree")
  }

  func remove() {
    for path in [csv, store, cells, rtree] { try? FileManager.default.removeItem(atPath: path) }
  }
}
