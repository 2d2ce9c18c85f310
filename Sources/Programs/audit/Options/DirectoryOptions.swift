import ArgumentParser
import Diagnostics
import Intake
import Jobs

extension ListOptions {
  /// Whether the lists are stated to be dumps.
  var isDump: Bool { layout.layout?.isOfAccounts == true }

  /// Refuses layouts of passwords beside what makes the lists dumps.
  func requireNoLayout(_ directory: DirectorySettings?) throws {
    try accept(
      try directory?.refuse([
        "--layout": layout.layout != nil && !isDump, "--counts": layout.counts,
      ]) ?? ())
  }
}

/// The options that make lists dumps of a directory.
struct DirectoryOptions: ParsableArguments {
  @Option(
    name: .customLong("potfile"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      What was cracked of NT hashes, by hashcat or john; the lists are dumps of a directory then: \
      secretsdump, NtdsAudit, DSInternals, mimikatz. May be repeated.
      """, valueName: "file"),
    completion: .file())
  var potfiles: [String] = []

  @Option(
    name: .customLong("attributes"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      A table of the accounts (CSV, as Export-Csv writes it): who is disabled, when passwords were \
      set, and columns for --by. May be repeated.
      """, valueName: "file"),
    completion: .file())
  var attributes: [String] = []

  @Option(
    name: .customLong("by"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Give each domain, each value of a table's column, or each label of a file (account, label) \
      rows of its own too: domain, COLUMN or FILE. May be repeated.
      """, valueName: "what"))
  var strata: [String] = []

  @Option(
    name: .customLong("group"), parsing: .singleValue,
    help: ArgumentHelp(
      "Give the accounts that a file names, one a line, rows of their own. May be repeated.",
      valueName: "file"),
    completion: .file())
  var groups: [String] = []

  @Option(
    help: ArgumentHelp(
      "Join strata with fewer counting accounts, so that no figure is about single persons.",
      valueName: "n"))
  var minCell = 10

  @Option(
    name: .customLong("domain"), parsing: .singleValue,
    help: ArgumentHelp(
      "The domain of each dump, in order, for lines that name none. May be repeated.",
      valueName: "name"))
  var domains: [String] = []

  @Option(
    name: .customLong("include"), parsing: .singleValue,
    help: "Count these accounts too: disabled, machines or system. May be repeated.")
  var included: [Included] = []

  @Option(
    name: .customLong("exclude"), parsing: .singleValue,
    help: ArgumentHelp(
      "Do not count the accounts that a file names, one a line. May be repeated.",
      valueName: "file"),
    completion: .file())
  var excluded: [String] = []

  @Option(help: "What the hash of the empty password means: blank, or none (no hash is known).")
  var blank: Blank = .blank

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "The day at which ages end (default: the newest one on which a password was set).",
      valueName: "YYYY-MM-DD"))
  var asOf: String?

  @Option(
    help: "Whether day or month comes first in dates that do not tell: dmy or mdy.")
  var dateOrder: DateOrder?

  @Flag(name: .customLong("no-history"), help: "Leave the earlier hashes of accounts out.")
  var leavesOutHistory = false

  @Option(
    help: ArgumentHelp(
      """
      Write findings by account to a file that only you may read, outside the report. Its rows name \
      people, but hold no password, hash or rule.
      """, valueName: "file"),
    completion: .file())
  var accounts: String?

  @Flag(
    help: "Also write the rules that each password breaks there; each of them narrows a guess.")
  var accountsReasons = false

  enum DateOrder: String, Choice { case dmy, mdy }

  enum Included: String, Choice { case disabled, machines, system }

  enum Blank: String, Choice { case blank, none }

  /// The files that are read beside the dumps.
  private var files: [String] { potfiles + attributes + groups + excluded }

  func validate() throws {
    try accept(try settings().validate())
  }

  /// The options as settings; nil if the lists are no dumps.
  func settings(isDump: Bool, memory: Int? = nil) -> DirectorySettings? {
    let settings = settings(memory: memory)
    return isDump || settings.option != nil ? settings : nil
  }

  private func settings(memory: Int? = nil) -> DirectorySettings {
    var settings = DirectorySettings(separating: strata, including: included.map(\.rawValue))
    settings.potfiles = potfiles
    settings.attributes = attributes
    settings.groups = groups
    settings.excluded = excluded
    settings.domains = domains
    if let memory { settings.memory = memory }
    settings.readDates(order: dateOrder?.rawValue, asOf: asOf)
    settings.keepsHistory = !leavesOutHistory
    settings.minCell = minCell
    settings.isBlankNone = blank == .none
    settings.namesAccounts = accounts != nil
    settings.namesReasons = accountsReasons
    return settings
  }

  /// Opens the file of accounts, which stands outside the report; nil if none is asked for.
  func open(outside report: String?, replacing force: Bool, besides lists: [String]) throws
    -> AccountsFile?
  {
    try accounts.map {
      try AccountsFile($0, outside: report, replacing: force, besides: lists + files)
    }
  }
}
