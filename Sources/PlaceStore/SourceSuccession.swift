import PlaceFiles
import Places

/// How a file goes on with a source that other files began.
struct SourceSuccession: Equatable {
  /// The earlier files whose place the new one takes.
  private(set) var replaced: [SourceFile] = []

  /// A new file for a source that is there.
  struct Claim {
    let source: StoredSource
    let files: [SourceFile]
    let description: SourceDescription
    /// The paths of the new files; those that can be read only once have none.
    let paths: [String]
    /// Whether places of the source that the new files lack are removed.
    let isReplacing: Bool
  }

  /// - Parameters:
  ///   - isThere: whether there is still a file at a path.
  ///   - isSameExtract: whether the new file is an extract of the same area as an earlier one.
  /// - Throws: `StoreProblem.sourceOfOtherFile` if places of other files would be lost or mixed up without a word.
  init(
    _ claim: Claim, isThere: (String) -> Bool = { SourceFile(at: $0) != nil },
    isSameExtract: (SourceFile) throws -> Bool
  ) throws {
    let (source, files, description) = (claim.source, claim.files, claim.description)
    let other = StoreProblem.sourceOfOtherFile(source.name, path: files.first?.path)
    guard description.origin == .files, source.origin != nil else { return }
    let isSameFile = files.contains { claim.paths.contains($0.path) }
    if source.origin == .user, description.isNamedByFile, !isSameFile { throw other }
    guard !claim.isReplacing else { return }
    // Ids that mean something else cannot be matched, so all earlier places would go.
    if source.hasOSMIDs != description.hasOSMIDs {
      guard isSameFile, files.allSatisfy({ claim.paths.contains($0.path) }) else { throw other }
    }
    if isSameFile || files.isEmpty { return }
    if !files.contains(where: { isThere($0.path) }) {
      replaced = files
    } else if description.isNamedByFile {
      guard try files.allSatisfy(isSameExtract) else { throw other }
      replaced = files
    }
  }
}

extension OSMHeader {
  /// Whether both are of one area, as a newer download of an extract is.
  func isOfSameArea(as other: OSMHeader) -> Bool {
    if let boundingBox, let box = other.boundingBox { return boundingBox == box }
    guard let replicationURL, !isUpdatedFromPlanet else { return false }
    return boundingBox == nil && other.boundingBox == nil && replicationURL == other.replicationURL
  }
}

extension ImportBatch {
  /// Whether it has places with ids like OpenStreetMap's.
  var hasOSMIDs: Bool {
    bytes.withUnsafeBytes { bytes in
      entries.contains { PackedPlace(UnsafeRawBufferPointer(rebasing: bytes[$0.offset...])).id.isLikeOSMID }
    }
  }
}

private let kindsOfElement = ["node/", "way/", "relation/"].map { Array($0.utf8) }

extension Collection<UInt8> {
  /// Whether it is an id like OpenStreetMap's: `node/123`.
  var isLikeOSMID: Bool {
    guard let kind = kindsOfElement.first(where: starts), count > kind.count else { return false }
    return dropFirst(kind.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
