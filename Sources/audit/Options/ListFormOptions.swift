import ArgumentParser
import Requests

/// The options for the lines of blocklists.
struct ListFormOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist-form"),
    help: ArgumentHelp(
      "How a blocklist's lines are read: auto (the default, by its first lines), plain, counted "
        + "(value:count, or a count before the value), sha1 or ntlm (hashes, perhaps with :count).",
      valueName: "form"))
  var form: ListFormSettings.Form = .auto

  @Option(
    name: .customLong("blocklist-min-count"),
    help: ArgumentHelp(
      "Ignore blocklist values counted fewer than n times (default: 1).",
      valueName: "n"),
    transform: typed { text throws(QuantityProblem) in UInt64(try Quantity.count(text)) })
  var smallestCount: UInt64 = 1

  /// The options as settings.
  var settings: ListFormSettings { ListFormSettings(form: form, smallestCount: smallestCount) }
}

extension ListFormSettings.Form: ExpressibleByArgument {}
