import ArgumentParser

/// One of a few words, as an option takes it.
///
/// The parser asks for the words whenever it builds the options of a command. Its own answer makes a key path each
/// time, which is a tenth of what parsing takes.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension Choice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  static var allValueDescriptions: [String: String] { [:] }
  var defaultValueDescription: String { rawValue }
}
