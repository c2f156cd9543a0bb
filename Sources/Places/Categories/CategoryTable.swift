import Glibc
import Words

extension Category {
  /// Every category, by its word, as `Sources/Words/category-tags.txt` has them.
  public static let all: [Category] = {
    var (all, table) = ([Category](), WordLines.Bytes(words_file("categories")))
    _ = WordLines.next(of: &table, before: "[")
    while !table.isEmpty { all.append(Category(entry: WordLines.next(of: &table, before: "["))) }
    return all
  }()

  /// Reads an entry of the table: its word, a bracket, and lines with what to say of it.
  private init(entry: WordLines.Bytes) {
    var rest = entry
    let word = WordLines.text(WordLines.next(of: &rest, before: "]"))
    var (meaning, wider) = ("", String?.none)
    var (alternatives, exclusions) = ([TagExpression](), [TagExpression]())
    var (caveats, members, even) = ([Caveat](), [String](), [String]())
    while !rest.isEmpty {
      var line = WordLines.next(of: &rest, before: "\n")
      let kind = WordLines.next(of: &line, before: " ")
      switch kind.first {
      case UInt8(ascii: "m"): meaning = WordLines.text(line)
      case UInt8(ascii: "i"): alternatives.append(ConditionReader.read(line))
      case UInt8(ascii: "n"): exclusions.append(ConditionReader.read(line))
      case UInt8(ascii: "e"): even.append(WordLines.text(line))
      case UInt8(ascii: "d"):
        let doubt = WordLines.text(WordLines.next(of: &line, before: ":"))
        caveats.append(Caveat(doubt, ConditionReader.read(WordLines.Bytes(rebasing: line.dropFirst()))))
      case UInt8(ascii: "c"): members = WordLines.words(line)
      case UInt8(ascii: "w"): wider = WordLines.text(line)
      default: continue
      }
    }
    if exclusions.isEmpty, even.isEmpty {
      exclusions = Self.usualExclusions
    } else {
      exclusions += Self.usualExclusions.filter { !even.contains($0 == .gone ? "disused" : "private") }
    }
    self.init(
      word, meaning, anyOf: alternatives, except: exclusions, caveats: caveats, members: members, wider: wider
    )
  }
}

// MARK: - What carries the word of a category in its name

extension Category {
  /// Which places count because a word of this category is in their names, as many a restaurant is called a Gasthaus.
  var namesakes: TagExpression? { .rule(word, in: "namesakes") }
}

extension TagExpression {
  /// A condition of `place-rules.txt`; `nil` if the section has no line of that key.
  package static func rule(_ key: String, in section: String = "places") -> TagExpression? {
    WordLines(section, of: "rules").value(of: key).map {
      ConditionReader.read(WordLines.Bytes(rebasing: $0.dropFirst()))
    }
  }
}

/// Reads a condition as `TagExpression.description` writes it, with `and not` where that says `but not`.
private struct ConditionReader {
  private var rest: WordLines.Bytes

  static func read(_ condition: WordLines.Bytes) -> TagExpression {
    var reader = ConditionReader(rest: condition)
    let read = reader.condition()
    precondition(reader.rest.isEmpty, "a condition of Sources/Words ends too early")
    return read
  }

  private mutating func condition() -> TagExpression {
    let first = term()
    guard rest.count > 4 else { return first }
    var terms = [first]
    let isAny = rest[1] == UInt8(ascii: "o")
    while skip(isAny ? " or " : " and ") { terms.append(term()) }
    return terms.count == 1 ? first : isAny ? .any(terms) : .all(terms)
  }

  private mutating func term() -> TagExpression {
    if skip("not ") { return .not(term()) }
    if skip("(") {
      defer { _ = skip(")") }
      return condition()
    }
    let end = rest.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ")") } ?? rest.count
    var value = WordLines.Bytes(rebasing: rest[..<end])
    rest = WordLines.Bytes(rebasing: rest[end...])
    let isAtLeast = value.contains(UInt8(ascii: ">"))
    let key = WordLines.text(WordLines.next(of: &value, before: isAtLeast ? ">" : "="))
    let isExact = value.first == UInt8(ascii: "=")
    if isExact { value = WordLines.Bytes(rebasing: value.dropFirst()) }
    if isAtLeast { return .atLeast(key: key, number: Double(WordLines.text(value)) ?? .infinity) }
    if value.first == UInt8(ascii: "*") { return .has(key: key) }
    var values: [String] = []
    values.reserveCapacity(value.reduce(1) { $1 == UInt8(ascii: "|") ? $0 + 1 : $0 })
    while !value.isEmpty { values.append(WordLines.text(WordLines.next(of: &value, before: "|"))) }
    if key == "name" { return .named(beginnings: values.map { String($0.dropLast()) }) }
    return isExact ? .exactly(key: key, values: values) : .tag(key: key, values: values)
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard let base = rest.baseAddress, rest.count >= text.utf8CodeUnitCount,
      memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    else { return false }
    rest = WordLines.Bytes(rebasing: rest.dropFirst(text.utf8CodeUnitCount))
    return true
  }
}
