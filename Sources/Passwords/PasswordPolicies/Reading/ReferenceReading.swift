/// The reading of a rules string by Apple's own parser, which browsers use: it drops what it does not
/// understand.
///
///     let reading = ReferenceReading(of: "required: lower; minlength: 8 ;")
///     reading.outcome     // .recovered: minlength is lost
///     reading.rules       // required: lower;
///     reading.problems    // what it lost, with the place
public struct ReferenceReading: Sendable {
  /// How the reading ended.
  public let outcome: Outcome
  /// The parser's complaints, as warnings, and the problems that it silently ignores.
  public let problems: [PasswordRules.Problem]
  /// The remaining rules, as values; the default policy if all were discarded.
  public let rules: PasswordRules
  /// The rules in the full form of that parser.
  ///
  /// Copies required classes into `allowed` and writes out the default. In this form a bracketed
  /// class may have another meaning when it is read again.
  package let canonical: [String]
  /// The rules in the minified form of that parser.
  package let minified: [String]

  /// How reading ended.
  public enum Outcome: String, Hashable, Sendable {
    /// Without complaints.
    case clean
    /// With complaints, but some rules were kept.
    case recovered
    /// All rules were discarded.
    case failed
  }

  /// The codes of the parser's complaints, in order.
  package var diagnostics: [String] { problems.filter(\.kind.isComplaint).map(\.code) }

  /// Reads a rules string like Apple's parser.
  ///
  /// - Complexity: O(length).
  public init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Reads the bytes of a rules string like Apple's parser.
  ///
  /// - Complexity: O(bytes).
  package init(of bytes: [UInt8], file: String = "<rules>") {
    let reader = ReferenceReader(bytes)
    outcome = reader.rules == nil ? .failed : reader.hasComplained ? .recovered : .clean
    problems = reader.remarks.problems(in: bytes, file: file)
    let left = reader.rules ?? []
    rules = left.merged
    canonical = left.canonicalLines
    minified = left.minifiedLines
  }
}
