/// What a reader has to say about a part of a source that is no rule of the policy.
package struct Remark: Hashable, Sendable, Encodable {
  /// What the remark means for the policy.
  package let kind: Kind
  /// The part, in the source's own words; never a line that was not understood as a key.
  package let part: String
  /// The place of the part.
  package let place: SourcePlace
  /// What is to be said, in lower case and without a full stop.
  package let text: String

  /// Makes a remark.
  package init(_ kind: Kind, _ part: String, at place: SourcePlace, _ text: String) {
    self.kind = kind
    self.part = part
    self.place = place
    self.text = text
  }

  /// What a remark means for the policy; in the order in which remarks are printed.
  package enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
    /// No rule says the part: an error, unless one reads leniently.
    case cannot
    /// The part is about the text of a password, but is not judged: the system refuses more.
    case notJudged = "not-judged"
    /// The policy judges the part, but the system does not enforce it: the system accepts more.
    case notEnforced = "not-enforced"
    /// The policy is exact for passwords of printable ASCII only.
    case ascii
    /// The part is not about the text of a password: age, history, lockout.
    case notText = "not-text"
    /// The source probably says something else than its author meant.
    case note
  }
}

/// A place in a source: a line and a column, or a pointer into JSON.
package enum SourcePlace: Hashable, Sendable, CustomStringConvertible, Encodable {
  /// A line and a column, both from 1; columns count code points.
  case text(line: Int, column: Int)
  /// A JSON pointer, such as `/PasswordPolicy/MinimumLength`.
  case pointer(String)

  /// The place of what a source does not say: its beginning.
  package static let start = SourcePlace.text(line: 1, column: 1)

  /// `line:column`, or the pointer.
  package var description: String {
    switch self {
    case .text(let line, let column): "\(line):\(column)"
    case .pointer(let pointer): pointer
    }
  }

  /// Encodes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
