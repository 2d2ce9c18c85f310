import ArgumentParser
import Auditing
import Blocklists
import Intake

/// How the lines of blocklists are read.
struct ListFormOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist-form"),
    help: ArgumentHelp(
      "How a blocklist's lines are read: auto (the default, by its first lines), plain, counted "
        + "(value:count, or a count before the value), sha1 or ntlm (hashes, perhaps with :count).",
      valueName: "form"))
  var form: Form = .auto

  @Option(
    name: .customLong("blocklist-min-count"),
    help: ArgumentHelp(
      "Of blocklists with counts, leave out values that were met less often.", valueName: "n"))
  var smallestCount: UInt64 = 1

  enum Form: String, ExpressibleByArgument, CaseIterable { case auto, plain, counted, sha1, ntlm }

  /// The form of a list: as stated, or by looking.
  func form(of input: ListInput) -> ListForm {
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
