import Blocklists
import Diagnostics
import Intake

/// How the lines of blocklists are read.
package struct ListFormSettings: Hashable, Sendable {
  /// The form of every list.
  var form: Form
  /// In lists with counts, the smallest count of a value that is used.
  var smallestCount: UInt64

  /// The possible forms, or detection.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Detects the form from the first lines of each list.
    case auto
    /// One value on each line.
    case plain
    /// A value and its count, in either order.
    case counted
    /// SHA-1 hashes.
    case sha1
    /// NTLM hashes.
    case ntlm
  }

  /// By default detects forms and uses all values.
  package init(form: Form = .auto, smallestCount: UInt64 = 1) {
    self.form = form
    self.smallestCount = smallestCount
  }

  /// The form of a list: the stated one, or the one detected from its first lines; nil if its lines are
  /// hashes that nobody declared.
  ///
  /// Reports lines that may not be values, though the list is read as if they were.
  func form(of input: ListInput, tell: (any Diagnosable) -> Void) -> ListForm? {
    if form == .sha1 { return .sha1 }
    if form == .ntlm { return .ntlm }
    let sample = BlocklistSample(of: input)
    let found: ListForm =
      switch form {
      case .plain: .plain
      // Detected or, if that fails, as `uniq -c` writes.
      case .counted: sample.form == .valueAndCount ? .valueAndCount : .countAndValue
      default: sample.form
      }
    if found.isOfDigests { return found }
    // Who states that lines of hashes are words shall have them.
    let isRefused = sample.isOfHashes && form != .plain
    if isRefused || found == .plain {
      for doubt in sample.doubts { tell(form == .plain ? doubt.stated : doubt) }
    }
    return isRefused ? nil : found
  }
}

/// A problem of a blocklist's bytes, with a remedy that blocklists have.
struct BlocklistBytes: Diagnosable {
  /// The problem, as of any list.
  let problem: IntakeProblem

  var severity: Severity { problem.severity }
  var location: Location? { problem.location }
  var found: String { problem.found }
  var expected: String? { problem.expected }
  var remedy: String? { problem.remedyWithoutOptions }
}

/// A blocklist can refuse no password.
struct NoUsableValue: Diagnosable {
  let file: String
  /// Values that are too short or too long for the comparison.
  let unfit: Int
  /// Whether passwords were to be compared with it.
  var isChecked = true

  var location: Location? { Location(file: file) }
  var found: String {
    unfit > 0
      ? "blocklist without a usable value: all \(unfit) are too short or too long for the comparison"
      : "blocklist without a value"
  }
  var expected: String? { "at least one value to refuse" }
  var remedy: String? {
    isChecked ? "Check the file, or turn blocklists off with --no-blocklist." : "Check the file."
  }
}
