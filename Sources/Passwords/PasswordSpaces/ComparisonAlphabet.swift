import Passwords

/// The strings that a policy's keyspace counts, and the baseline for the comparison.
///
/// Policies with different alphabets cannot be compared directly: `allowed: unicode` counts every
/// scalar, even unassigned ones, although people type hardly any of them.
package enum ComparisonAlphabet: String, Hashable, Sendable, CaseIterable {
  /// Counts strings of the 95 printable ASCII characters, whatever else a policy permits; the
  /// baseline is all such strings.
  case ascii
  /// Counts strings of all characters that the policy permits; the baseline is printable ASCII.
  case policy
  /// Counts strings of all characters that the policy permits; the baseline is Unicode scalars.
  case unicode

  /// The characters that are counted.
  package var repertoire: Repertoire { self == .ascii ? .printableASCII : .all }

  /// The characters of the baseline.
  var baseline: CodePointSet { self == .unicode ? .unicode : .asciiPrintable }

  /// The baseline in words: `printable ASCII`.
  package var baselineName: String { self == .unicode ? "Unicode" : "printable ASCII" }
}

extension Repertoire {
  /// The 95 printable ASCII characters, which every keyboard can type.
  package static let printableASCII = Repertoire(
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) })
}
