/// What Apple's own parser makes of a rules string.
///
///     let reading = ReferenceReading(of: Array("required: lower; minlength: 8 ;".utf8))
///     reading.outcome     // .recovered: minlength is lost
///     reading.canonical   // ["required: lower", "allowed: lower"]
package struct ReferenceReading: Sendable {
  /// Whether anything went wrong.
  package let outcome: Outcome
  /// Its complaints, as warnings, and what it passes over in silence.
  package let problems: [PasswordRules.Problem]
  /// The rules that are left, as values; the default policy when all were thrown away.
  package let rules: PasswordRules
  /// The rules as it returns them in full.
  ///
  /// Required classes are copied into `allowed`, the default is explicit. A bracketed class in this
  /// form need not mean the same when it is read again.
  package let canonical: [String]
  /// The rules as it returns them for its minified form.
  package let minified: [String]

  /// How well it went.
  package enum Outcome: String, Hashable, Sendable {
    /// No complaint.
    case clean
    /// Complaints, but the rules before or after were kept.
    case recovered
    /// Everything was thrown away.
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
