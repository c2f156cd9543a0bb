import Geography
import Nearby
import Places

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila · cafe`.
  ///
  /// - Parameter course: the direction of travel, which relative directions need.
  public func summary(_ wording: Wording, course: Bearing? = nil) -> String {
    let title = title(wording)
    if isInside { return "\(wording(.inside))  \(title)" }
    let direction = bearing.map { " \(wording.direction($0, course: course))" } ?? ""
    return "\(wording.length(distance))\(direction)  \(title)"
  }

  /// `45 m NE`, or `45 m left` if directions are relative; `inside` an area.
  func away(_ wording: Wording, course: Bearing?) -> String {
    if isInside { return wording(.inside) }
    let direction =
      wording.directions == .compass
      ? bearing.map(wording.point) : RelativeDirection(of: bearing, onCourse: course).map(wording.turn)
    return [wording.length(distance), direction].compactMap(\.self).joined(separator: " ")
  }

  /// `Kahvila · cafe`.
  func title(_ wording: Wording) -> String {
    place.summary(askedAs: matched, wording) ?? TerminalText.harmless(place.id)
  }
}

extension PointOfInterest {
  /// Whether it has no name, and is called by its category.
  var isTitledByCategory: Bool { label != nil && heading(as: label) != title }

  /// Its name, or else what it is; not yet harmless.
  func heading(askedAs word: String?, _ words: Phrases) -> String? {
    heading(as: kind(askedAs: word, words))
  }

  /// What it is: the category that was asked for, in its own word however that was typed, or the place's own.
  func kind(askedAs word: String?, _ words: Phrases) -> String? {
    (word.flatMap { Category.named($0, in: words.language)?.word } ?? label).map(words.kind)
  }

  /// Its caveat in a language.
  func caveat(_ words: Phrases) -> String? {
    caveat.map { $0.split(separator: ", ").map { words.reason(String($0)) }.joined(separator: ", ") }
  }

  /// `Kahvila · cafe (toilets: yes)`, or `toilets (Stadt Vaduz)`; `nil` if nothing is known of it.
  ///
  /// - Parameter word: the requested word that it was found by, if it is another than its main category.
  func summary(askedAs word: String?, _ wording: Wording) -> String? {
    let heading = heading(askedAs: word, wording.phrases)
    // Without a name, that says already what it is.
    let own = kind(askedAs: nil, wording.phrases)
    var category = heading == title || own != kind(askedAs: word, wording.phrases) ? own : nil
    if wording.isBrief, let heading, let said = category,
      CategoryWords.folded(heading).contains(CategoryWords.folded(said))
    {
      category = nil
    }
    let notes = [reason(for: word, in: wording.language), caveat(wording.phrases)].compactMap(\.self)
      .joined(separator: ", ")
    let title = [heading, category].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: " \(wording.separator) ")
    return title.isEmpty ? nil : TerminalText.harmless(notes.isEmpty ? title : "\(title) (\(notes))")
  }
}
