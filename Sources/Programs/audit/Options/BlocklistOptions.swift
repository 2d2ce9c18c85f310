import ArgumentParser
import Auditing
import Blocklists
import Jobs
import Passwords

/// The options for blocklists.
struct BlocklistOptions: SettingsOptions {
  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "A list of refused values: one that 'audit blocklist build' compiled, or text, packed or not; "
        + "repeat for more. Replaces the built-in one.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("blocklist-match"),
    help: ArgumentHelp(
      "How the report compares passwords with them; repeat for more: exact (the default), fold (case, "
        + "width), leet (fold, and \(Blocklist.leetTable)), substring:N (values of N characters or "
        + "more inside the password; fold+substring:N, leet+substring:N), entra-like (an "
        + "approximation; up to 1000 banned terms beside the built-in ones). A policy's own "
        + "'blocklist' rule overrides this.",
      valueName: "how", visibility: .further),
    completion: .list(["exact", "fold", "leet", "substring:4", "fold+substring:4", "entra-like"]),
    transform: typed(Quantity.comparison))
  var matches: [ListComparison] = []

  @OptionGroup var forms: ListFormOptions

  @Flag(
    name: .customLong("no-blocklist"),
    help: ArgumentHelp("Compare with no blocklist.", visibility: .further))
  var isOff = false

  @Flag(
    name: .customLong("exact"),
    help: ArgumentHelp(
      "Fail if the expected number of false blocklist matches exceeds 0.5.", visibility: .further))
  var isExact = false

  /// The options as settings.
  var settings: BlocklistSettings {
    BlocklistSettings(
      files: files, matches: matches, forms: forms.settings, isOff: isOff, isExact: isExact)
  }
}

/// The options for the lines of blocklists.
struct ListFormOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist-form"),
    help: ArgumentHelp(
      "How a blocklist's lines are read: auto (the default, by its first lines), plain, counted "
        + "(value:count, or a count before the value), sha1 or ntlm (hashes, perhaps with :count).",
      valueName: "form", visibility: .further))
  var form: ListFormSettings.Form = .auto

  @Option(
    name: .customLong("blocklist-min-count"),
    help: ArgumentHelp(
      "Ignore blocklist values counted fewer than n times (default: 1).",
      valueName: "n", visibility: .further),
    transform: typed { text throws(QuantityProblem) in UInt64(try Quantity.count(text)) })
  var smallestCount: UInt64 = 1

  /// The options as settings.
  var settings: ListFormSettings { ListFormSettings(form: form, smallestCount: smallestCount) }
}

extension ListFormSettings.Form: Choice {}
