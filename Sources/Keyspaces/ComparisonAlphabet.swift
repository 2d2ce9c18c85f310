import Passwords

/// Which strings a policy's keyspace is counted over, and what it is compared with.
///
/// Policies that permit different alphabets do not compare: `allowed: unicode` counts every scalar,
/// unassigned ones too, of which hardly any is typed.
package enum ComparisonAlphabet: String, Hashable, Sendable, CaseIterable {
  /// Strings of the 95 printable characters of ASCII, whatever else a policy permits; compared with
  /// all such strings.
  case ascii
  /// Strings of all characters that the policy permits; compared with all strings of printable ASCII.
  case policy
  /// Strings of all characters that the policy permits; compared with all strings of Unicode scalars.
  case unicode

  /// The characters that are counted.
  package var repertoire: Repertoire { self == .ascii ? .printableASCII : .all }

  /// The characters of the strings that a keyspace is compared with.
  var baseline: CodePointSet { self == .unicode ? .unicode : .asciiPrintable }

  /// The strings in words: `printable ASCII`.
  package var baselineName: String { self == .unicode ? "Unicode" : "printable ASCII" }
}

extension Repertoire {
  /// The 95 printable characters of ASCII, which every keyboard types.
  package static let printableASCII = Repertoire(
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) })
}
