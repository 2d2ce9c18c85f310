import Auditing
package import Blocklists
package import Intake

/// How the lines of blocklists are read.
package struct ListFormSettings: Hashable, Sendable {
  /// The form of every list.
  package var form: Form
  /// Of lists with counts, the smallest count of a value that is taken.
  package var smallestCount: UInt64

  /// What is known of the form of lists.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// The first lines of each list tell.
    case auto
    /// A value a line.
    case plain
    /// A value and its count, in either order.
    case counted
    /// SHA-1 hashes.
    case sha1
    /// NTLM hashes.
    case ntlm
  }

  /// Takes all values of lists whose first lines tell their form, unless something else is said.
  package init(form: Form = .auto, smallestCount: UInt64 = 1) {
    self.form = form
    self.smallestCount = smallestCount
  }

  /// The form of a list: the one stated, or the one its first lines tell.
  package func form(of input: ListInput) -> ListForm {
    switch form {
    case .auto: return ListForm(of: input)
    case .plain: return .plain
    case .sha1: return .sha1
    case .ntlm: return .ntlm
    case .counted:
      // By looking, and where that does not say, as `uniq -c` writes.
      let form = ListForm(of: input)
      return form == .valueAndCount ? form : .countAndValue
    }
  }
}
