import Auditing
package import Blocklists
package import Intake

/// How the lines of blocklists are read.
package struct ListFormSettings: Hashable, Sendable {
  /// The form of every list.
  package var form: Form
  /// In lists with counts, the smallest count of a value that is used.
  package var smallestCount: UInt64

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

  /// The form of a list: the stated one, or the one detected from its first lines.
  package func form(of input: ListInput) -> ListForm {
    switch form {
    case .auto: return ListForm(of: input)
    case .plain: return .plain
    case .sha1: return .sha1
    case .ntlm: return .ntlm
    case .counted:
      // Detected or, if that fails, as `uniq -c` writes.
      let form = ListForm(of: input)
      return form == .valueAndCount ? form : .countAndValue
    }
  }
}
