/// A rules string as Apple's own parser reads it.
///
///     let reading = ReferenceReading(of: Array("required: lower; minlength: 8 ;".utf8))
///     reading.outcome     // .recovered: minlength is lost
///     reading.canonical   // ["required: lower", "allowed: lower"]
package struct ReferenceReading: Sendable {
  /// Whether anything went wrong.
  package let outcome: Outcome
  /// Its complaints, as warnings, and the problems that it silently ignores.
  package let problems: [PasswordRules.Problem]
  /// The rules that are left, as values; the default policy if all were discarded.
  package let rules: PasswordRules
  /// The rules as that parser returns them in full.
  ///
  /// Required classes are copied into `allowed`, and the default is written out. A bracketed class
  /// in this form may mean something else when it is read again.
  package let canonical: [String]
  /// The rules as that parser returns them in minified form.
  package let minified: [String]

  /// How reading ended.
  package enum Outcome: String, Hashable, Sendable {
    /// Without a complaint.
    case clean
    /// With complaints, but some rules were kept.
    case recovered
    /// All rules were discarded.
    case failed
  }

  /// The codes of its complaints, in order.
  package var diagnostics: [String] { problems.filter(\.kind.isComplaint).map(\.code) }

  /// Reads a rules string as Apple's parser does.
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
