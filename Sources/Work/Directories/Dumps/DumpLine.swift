/// What one line of a dump is.
///
///     DumpLine(Array("CORP\\ann:1105:aad3…:8846f7ea…:::".utf8).span)  // .account(…)
package enum DumpLine: Sendable {
  /// An account with its current hash.
  case account(DumpedAccount)
  /// An earlier hash of an account; `user` of the fields is the account's name.
  case history(DumpedAccount, HistoryMark)
  /// The domain and name of an account that stores its password reversibly, as places in the line.
  case cleartext(domain: Range<Int>, user: Range<Int>)
  /// A key of Kerberos, log text, or an empty line.
  case key, other, empty
  /// Not of a dump.
  case malformed
}

/// The fields of a line about an account; ranges are places in the line.
package struct DumpedAccount: Sendable {
  /// What stands before the first backslash of the name; empty without one.
  package let domain: Range<Int>
  /// The name without domain and mark of history.
  package var user: Range<Int>
  /// The relative identifier; nil if the form has none.
  package let rid: UInt64?
  /// The form of the LM hash.
  package let lm: LMForm
  /// The NT hash; nil if the account has none.
  package var hash: NTHash?
  /// What the line's suffixes and comment state.
  package let facts: DumpFacts
}

/// The mark of history at the end of a name, such as `_history3`.
package struct HistoryMark: Sendable {
  /// The number: a higher one is an older password.
  package let index: Int
  /// The mark and its number, as places in the line.
  package let place: Range<Int>
  /// Whether the hash is an LM hash, which is ignored.
  package let isLM: Bool
}

/// The kinds of lines as reports count them; each line is exactly one.
package enum DumpLineKind: Int, CaseIterable, Sendable {
  case account, history, repeated, conflicting, cleartext, key, other, empty, malformed
}
