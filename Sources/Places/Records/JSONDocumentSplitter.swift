import Input

/// Cuts JSON documents into the objects of their lists of records, as the bytes arrive.
///
/// The list is the document itself where that is an array; else the first array that is a member of the
/// document (`features`, `locations`, `results`, …) and holds objects; `links` are none, and GeoJSON has only
/// `features`, however often. An object without such a list is one record. So is one with an empty list, which its
/// reader tells from an answer without records. Several documents may follow each other.
package struct JSONDocumentSplitter {
  /// The longest record, in bytes.
  static let recordLimit = InputLimits.record

  /// How many lines the bytes so far have ended.
  private(set) var endedLines = 0
  /// The first line with something else than records in a list, or than documents.
  private(set) var strayLine: Int?
  /// How many values in lists are no records.
  private(set) var strayCount = 0
  /// Whether an object or array has begun.
  package private(set) var hasBegun = false
  /// Whether a document was, or held, a list of records.
  package private(set) var foundList = false
  /// Whether the last document was an object with an empty list.
  private(set) var hadEmptyList = false
  /// Whether the document is not closed where its bytes end.
  package var isUnfinished: Bool { depth > 0 }
  /// The document up to its list, or all of it if it has none.
  package private(set) var head: [UInt8] = []
  /// The document from the end of its list on; empty if it has no list.
  package private(set) var tail: [UInt8] = []

  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last byte outside of strings that is not white space.
  private var lastToken: UInt8 = 0
  /// How deep the list's own elements stand, once it is found.
  private var listDepth: Int?
  private var sawEmptyList = false
  /// Whether the document says that it is GeoJSON with features.
  private var isCollection = false
  /// Where the last string ended that is the document's own, such as a key.
  private var endOfString = 0
  /// A document has ended: the next one's head takes the place of its head.
  private var startsAnew = false
  private var record: [UInt8] = []
  private var isTooLong = false

  /// A record's bytes, or why they are not to be had.
  package typealias Cut = Result<[UInt8], PlaceRecord.Problem>

  package init() {}

  /// Goes on in `piece` from `index` to the next record that ends there, or to the end of the piece.
  mutating func next(in piece: Span<UInt8>, from index: inout Int) -> Cut? {
    while index < piece.count {
      let start = index
      piece.withUnsafeBytes { bytes in
        index = endOfRun(in: bytes, from: start)
        guard index > start else { return }
        keep(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
        if !isInString { lastToken = bytes[index - 1] }
      }
      guard index < piece.count else { return nil }
      defer { index += 1 }
      if let cut = take(piece[index]) { return cut }
    }
    return nil
  }

  /// Where the bytes end that are only to be kept: those of a string, or of numbers, words, commas and colons.
  private func endOfRun(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard hasBegun, !isEscaped else { return start }
    let wanted: UInt8 = isInString ? 1 : 2
    return Self.roles.withUnsafeBufferPointer { roles in
      var index = start
      while index < bytes.count, roles[Int(bytes[index])] & wanted == 0 { index += 1 }
      return index
    }
  }

  /// 1 for what ends a run within a string, 2 for what ends one outside.
  private static let roles: [UInt8] = (0...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\n"): 3
    case UInt8(ascii: "\\"): 1
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): 2
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): 2
    default: 0
    }
  }

  /// Takes a byte, and hands over the record that it ends.
  package mutating func take(_ byte: UInt8) -> Cut? {
    if byte == UInt8(ascii: "\n") { endedLines += 1 }
    if isInString {
      keep(byte)
      passStringByte(byte)
      return nil
    }
    var cut: Cut?
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      keep(byte)
      return nil
    case UInt8(ascii: "\""):
      keep(byte)
      if depth == listDepth, lastToken == UInt8(ascii: ",") { strayCount += 1 }
      isInString = hasBegun
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      cut = close(byte)
    default:
      keep(byte)
    }
    lastToken = byte
    return cut
  }

  private mutating func passStringByte(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      guard depth == 1 else { return }
      endOfString = frame.count
      isCollection = isCollection || head.suffix(19).elementsEqual("\"FeatureCollection\"".utf8)
    }
  }

  private mutating func open(_ byte: UInt8) {
    hasBegun = true
    if startsAnew {
      startsAnew = false
      head.removeAll(keepingCapacity: true)
      tail.removeAll()
      isTooLong = false
      hadEmptyList = false
    }
    let beginsList = byte == UInt8(ascii: "{") && lastToken == UInt8(ascii: "[") && depth <= 2
    if beginsList, listDepth == nil && depth < 2 || listDepth ?? .max == .max && mayHoldRecords {
      listDepth = depth
      // However long the head was, it is no record.
      isTooLong = false
    }
    depth += 1
    keep(byte)
  }

  /// The document before its list, or behind it.
  private var frame: [UInt8] { listDepth == nil ? head : tail }

  /// Whether an array may be the list, by the key before it; that of a long head is lost.
  private var mayHoldRecords: Bool {
    let key = frame.prefix(endOfString)
    if key.suffix(10).elementsEqual("\"features\"".utf8) { return true }
    // Behind a list, another without a key is one of as many.
    if listDepth != nil { return key.isEmpty }
    return isTooLong || !isCollection && !key.suffix(7).elementsEqual("\"links\"".utf8)
  }

  private mutating func close(_ byte: UInt8) -> Cut? {
    if byte == UInt8(ascii: "]"), lastToken == UInt8(ascii: "["), depth <= 2 {
      sawEmptyList = true
    }
    keep(byte)
    depth = max(0, depth - 1)
    var cut: Cut?
    if let listDepth {
      if depth == listDepth, !record.isEmpty {
        cut = self.cut(record)
        record.removeAll(keepingCapacity: true)
      } else if depth < listDepth, listDepth != .max {
        // What follows the list is no record, however deep it stands.
        self.listDepth = .max
        endOfString = 0
        tail.append(byte)
      }
    }
    return depth == 0 ? endDocument(with: byte) ?? cut : cut
  }

  private mutating func endDocument(with byte: UInt8) -> Cut? {
    let isObject = head.first == UInt8(ascii: "{")
    defer {
      foundList = foundList || listDepth != nil || sawEmptyList || !isObject
      hadEmptyList = sawEmptyList && isObject
      listDepth = nil
      sawEmptyList = false
      isCollection = false
      startsAnew = true
    }
    guard listDepth == nil else { return nil }
    if isObject { return cut(head) }
    let isEmptyList = byte == UInt8(ascii: "]") && lastToken == UInt8(ascii: "[")
    return isEmptyList ? nil : .failure(.malformed("a list, but not of objects"))
  }

  private mutating func cut(_ bytes: [UInt8]) -> Cut {
    defer { isTooLong = false }
    return isTooLong ? .failure(.tooLong(limit: Self.recordLimit)) : .success(bytes)
  }

  /// Keeps a byte of the record that is being read, or of the head.
  private mutating func keep(_ byte: UInt8) {
    guard hasBegun, !startsAnew else { return }
    if let listDepth {
      if listDepth == .max, tail.count < Self.recordLimit { tail.append(byte) }
      guard depth > listDepth else { return }
      if record.count < Self.recordLimit { record.append(byte) } else { isTooLong = true }
    } else {
      if head.count < Self.recordLimit { head.append(byte) } else { isTooLong = true }
    }
  }

  /// Notes what stands between records or documents, but commas, the separator of texts, and the mark that joined files
  /// begin with.
  private mutating func noteStray(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 1 || bytes.first != UInt8(ascii: ",") else { return }
    if listDepth != nil, !isInString {
      let values = zip([lastToken] + bytes, bytes)
      strayCount += values.count { $0 == UInt8(ascii: ",") && $1 != UInt8(ascii: ",") }
    }
    guard strayLine == nil else { return }
    let mayBe: [UInt8] = [UInt8(ascii: ","), JSONTextsReader.recordSeparator, 0xEF, 0xBB, 0xBF, 0]
    if !bytes.allSatisfy(mayBe.contains) { strayLine = endedLines + 1 }
  }

  /// Keeps bytes that neither begin nor end anything.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    guard hasBegun, !startsAnew else { return noteStray(bytes) }
    func append(to kept: inout [UInt8]) {
      kept.append(contentsOf: bytes.prefix(Self.recordLimit - kept.count))
    }
    if let listDepth {
      if listDepth == .max { return append(to: &tail) }
      guard depth > listDepth else { return noteStray(bytes) }
      if record.count + bytes.count > Self.recordLimit { isTooLong = true }
      append(to: &record)
    } else {
      if head.count + bytes.count > Self.recordLimit { isTooLong = true }
      append(to: &head)
    }
  }
}
