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
  func form(of input: ListInput, tell: (Problem) -> Void) -> ListForm? {
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
      for doubt in sample.doubts { tell(form == .plain ? doubt.asStated : doubt) }
    }
    return isRefused ? nil : found
  }
}

extension IntakeProblem {
  /// The same problem of a blocklist's bytes, with a remedy that blocklists have.
  var ofBlocklist: Problem {
    var problem = problem
    problem.remedy = remedyWithoutOptions
    return problem
  }
}

extension Problem {
  /// A blocklist can refuse no password; `unfit` values are too short or too long for the comparison,
  /// if passwords were to be compared with it (`isChecked`).
  static func noUsableValue(_ file: String, unfit: Int = 0, isChecked: Bool = true) -> Problem {
    Problem(
      "no-usable-value", in: file,
      unfit > 0
        ? "blocklist without a usable value: all \(unfit) are too short or too long for the comparison"
        : "blocklist without a value", expected: "at least one value to refuse",
      remedy: isChecked
        ? "Name another file, or turn blocklists off: --no-blocklist" : "Name another file.")
  }
}
