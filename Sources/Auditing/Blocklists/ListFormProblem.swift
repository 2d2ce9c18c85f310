package import Blocklists
package import Diagnostics

/// A line does not have the form of its list.
package struct ListFormProblem: Diagnosable, Hashable {
  /// The list's name as the user gave it.
  package let list: String
  /// The line's number, from 1.
  package let line: Int
  /// The form that was expected.
  package let form: ListForm
  /// The form of digests that the line has; nil for other lines.
  package let other: ListForm?

  package var location: Location? {
    Location(file: list, Location.Position(line: line, column: 1))
  }

  package var found: String {
    other.map { "a line of another form: \($0.digits) hexadecimal digits, as of \($0.digestName)" }
      ?? "a line of another form"
  }

  package var expected: String? {
    switch form {
    case .plain: nil
    case .valueAndCount: "a value, a colon and a number"
    case .countAndValue: "a number, a space and a value"
    case .sha1: "40 hexadecimal digits, and perhaps a colon and a number"
    case .ntlm: "32 hexadecimal digits, and perhaps a colon and a number"
    }
  }

  package var remedy: String? {
    guard form.isOfDigests else { return "If each line is a value, add --blocklist-form plain" }
    guard let other else {
      return "The download may be damaged: fetch it again, then build again."
    }
    return line == 1
      ? "State it: --blocklist-form \(other.rawValue)"
      : "A list has hashes of one kind: fetch it again, or keep those of \(other.digestName) apart."
  }
}

extension ListForm {
  /// The number of hexadecimal digits of a digest.
  fileprivate var digits: Int { self == .sha1 ? 40 : 32 }
  /// The name of the digest.
  fileprivate var digestName: String { self == .sha1 ? "SHA-1" : "NTLM" }
}
