import Foundation
import Geography

/// A JSON object that stands for a place: a GeoJSON feature (RFC 7946), or an object with a latitude and a longitude.
struct JSONPlace: Decodable {
  private(set) var record = PlaceRecord()

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: JSONKey.self)
    let type = try? object.decode(String.self, forKey: JSONKey("type"))
    if type == "Feature" {
      try read(feature: object)
    } else {
      for key in object.memberKeys {
        try read(key, of: object)
      }
    }
  }

  /// Reads one object.
  static func decode(_ bytes: [UInt8]) throws(PlaceRecord.Problem) -> PlaceRecord {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    let data = Data(bytes)
    do {
      return try JSONDecoder().decode(JSONPlace.self, from: data).record
    } catch let problem as PlaceRecord.Problem {
      throw problem
    } catch {
      throw .malformed((error as? DecodingError)?.summary ?? "not JSON")
    }
  }

  private mutating func read(feature: KeyedDecodingContainer<JSONKey>) throws {
    guard let geometry = try feature.decodeIfPresent(Geometry.self, forKey: JSONKey("geometry")) else {
      throw PlaceRecord.Problem.noPosition
    }
    guard let point = geometry.representativePoint else {
      throw PlaceRecord.Problem.malformed("an empty geometry")
    }
    record.coordinate = point
    if let id = try feature.decodeIfPresent(JSONScalar.self, forKey: JSONKey("id")) {
      record.set(id.text, for: "id")
    }
    let properties = JSONKey("properties")
    if feature.contains(properties), try !feature.decodeNil(forKey: properties) {
      let values = try feature.nestedContainer(keyedBy: JSONKey.self, forKey: properties)
      for key in values.memberKeys {
        try read(property: key, of: values)
      }
    }
  }

  /// A feature's position is its geometry, so a property of that name is a tag like the others.
  private mutating func read(property key: JSONKey, of values: KeyedDecodingContainer<JSONKey>) throws {
    let role = PlaceRecord.Role(key: key.stringValue)
    let isOwn =
      switch role {
      case .id, .name: true
      case .category: key.stringValue != "type"
      // Roads have a radius too.
      case .proximity: key.stringValue != "radius"
      case .latitude, .longitude, nil: false
      }
    try read(key, of: values, as: isOwn ? role : nil)
  }

  private mutating func read(_ key: JSONKey, of values: KeyedDecodingContainer<JSONKey>) throws {
    try read(key, of: values, as: PlaceRecord.Role(key: key.stringValue))
  }

  private mutating func read(
    _ key: JSONKey, of values: KeyedDecodingContainer<JSONKey>, as role: PlaceRecord.Role?
  ) throws {
    if let scalar = try? values.decode(JSONScalar.self, forKey: key) {
      record.set(scalar.text, for: key.stringValue, as: role)
    } else if key.stringValue == "tags", let tags = try? values.decode([String: JSONScalar].self, forKey: key)
    {
      for (key, value) in tags {
        record.set(value.text, for: key, as: key == "name" ? .name : nil)
      }
    }
  }
}

extension KeyedDecodingContainer<JSONKey> {
  /// The keys of what is said about the place, in an order that is the same in every run: of `name` and
  /// `title`, the first one counts.
  fileprivate var memberKeys: [JSONKey] {
    let keys = allKeys.sorted { $0.stringValue < $1.stringValue }
    // Where the tags stand apart, none of the others is one.
    guard contains(JSONKey("tags")) else { return keys }
    return keys.filter { !PlaceRecord.keysOfView.contains($0.stringValue) }
  }
}

/// Any key of an object.
struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    nil
  }
}

/// A string, number or boolean as text; null is the empty text.
private struct JSONScalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let string = try? value.decode(String.self) {
      text = string
    } else if let integer = try? value.decode(Int.self) {
      text = String(integer)
    } else if let number = try? value.decode(Double.self) {
      text = String(number)
    } else if let boolean = try? value.decode(Bool.self) {
      text = boolean ? "yes" : "no"
    } else if value.decodeNil() {
      text = ""
    } else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "an array or object")
    }
  }
}

extension DecodingError {
  /// Where in the document, and what.
  fileprivate var summary: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "not JSON of the expected form"
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(
      separator: ".")
    return path.isEmpty ? "not valid JSON" : "unexpected value at \(path)"
  }
}
