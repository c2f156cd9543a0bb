import ArgumentParser

/// One of a few words.
///
/// ArgumentParser itself lists the words with key paths, which take half a millisecond of every start to make.
protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ArgumentWord {
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  public static var allValueDescriptions: [String: String] { [:] }
}
