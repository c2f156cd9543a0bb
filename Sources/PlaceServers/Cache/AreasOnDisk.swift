import FoundationEssentials
import Geography
import Input
import Places

/// Keeps the areas that online sources have answered, and finds those around a position.
public struct AreasOnDisk: Sendable {
  private let disk: OnDiskCache

  public init(_ disk: OnDiskCache) {
    self.disk = disk
  }

  /// The areas of a question that a position lies within, the newest first; each is read only when needed.
  ///
  /// - Throws: `OnDiskCache.Problem` if the cache is there and cannot be read.
  func areas(
    of question: String, around position: Coordinate
  ) throws(OnDiskCache.Problem) -> some Sequence<PlaceArea> {
    let hash = Name.hash(of: question)
    return try items(around: position).filter { Name($0.name)?.question == hash }.sorted {
      ($0.age, $0.path) < ($1.age, $1.path)
    }.lazy.compactMap { item in
      let area = disk.content(of: item).flatMap { try? Self.decoder.decode(PlaceArea.self, from: $0) }
      return area.flatMap { $0.isSound && $0.question == question ? $0 : nil }
    }
  }

  /// The files of the areas that a position lies within.
  func items(around position: Coordinate) throws(OnDiskCache.Problem) -> [OnDiskCache.Item] {
    try disk.items().filter { Name($0.name)?.contains(position) == true }
  }

  /// Keeps an area, and replaces smaller areas of the same question within it.
  func keep(_ area: PlaceArea) async throws(OnDiskCache.Problem) {
    let name = Name(area)
    // A position off the earth cannot be written as JSON, and is not worth keeping.
    guard area.isSound, let content = try? Self.encoder.encode(area) else { return }
    try await disk.keep(content, as: name.text) { item in
      guard let other = Name(item.name) else { return false }
      return name.covers(other)
    }
  }

  /// An administrative area can be infinite as far as is known.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  /// The name of an area's file, which saves opening all of them: query, centre and radius.
  struct Name {
    let question: String
    let centre: Coordinate
    let radius: Double

    private static let suffix = ".area"

    init(_ area: PlaceArea) {
      question = Self.hash(of: area.question)
      centre = area.centre
      radius = area.radius.metres
    }

    init?(_ text: String) {
      guard text.hasSuffix(Self.suffix) else { return nil }
      let parts = text.dropLast(Self.suffix.count).split(separator: "_")
      guard parts.count == 4, let latitude = Double(parts[1]), let longitude = Double(parts[2]),
        let radius = Double(parts[3])
      else { return nil }
      question = String(parts[0])
      centre = Coordinate(latitude: latitude, longitude: longitude)
      self.radius = radius
      guard centre.isValid, radius.isFinite else { return nil }
    }

    var text: String {
      let numbers = [centre.latitude, centre.longitude, radius].map { $0.fixed(7) }
      return "\(question)_\(numbers.joined(separator: "_"))\(Self.suffix)"
    }

    func contains(_ position: Coordinate) -> Bool {
      WGS84.inverse(from: centre, to: position).distance.metres <= radius
    }

    func covers(_ other: Name) -> Bool {
      question == other.question
        && WGS84.inverse(from: centre, to: other.centre).distance.metres + other.radius <= radius
    }

    /// Earlier versions kept places without their extents, under the hash of the question alone.
    static func hash(of question: String) -> String {
      Checksum.text(of: "extents \(question)".utf8)
    }
  }
}

extension PlaceArea {
  /// Whether a source could have answered it: files are not trusted.
  fileprivate var isSound: Bool {
    centre.isValid && radius.metres.isFinite && radius >= .zero && places.allSatisfy(\.isSound)
      && gazetteer?.isSound != false
  }
}

extension GazetteerEntries {
  fileprivate var isSound: Bool {
    streets.allSatisfy { $0.line.count > 1 && $0.line.allSatisfy(\.isValid) }
      && interpolations.allSatisfy { $0.line.allSatisfy(\.isValid) }
      && addresses.allSatisfy { $0.coordinate.isValid && $0.outline.joined().allSatisfy(\.isValid) }
      && areas.allSatisfy { !$0.area.size.isNaN }
  }
}
