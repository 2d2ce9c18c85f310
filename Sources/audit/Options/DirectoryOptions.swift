import ArgumentParser
import Jobs

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
    name: .customLong("by"),
    help: "Give each domain of the dumps rows of its own too: domain.")
  var strata: Strata?

  @Option(
    name: .customLong("group"), parsing: .singleValue,
    help: ArgumentHelp(
      "Give the accounts that a file names, one a line, rows of their own. May be repeated.",
      valueName: "file"),
    completion: .file())
  var groups: [String] = []

  @Option(
    help: ArgumentHelp(
      "Join domains with fewer counting accounts, so that no figure is about single persons.",
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
    help: ArgumentHelp(
      """
      Write findings by account to a file that only you may read, outside the report. Its rows name \
      people, but hold no password, hash or rule.
      """, valueName: "file"),
    completion: .file())
  var accounts: String?

  enum Strata: String, ExpressibleByArgument, CaseIterable { case domain }

  enum Included: String, ExpressibleByArgument, CaseIterable { case disabled, machines, system }

  enum Blank: String, ExpressibleByArgument, CaseIterable { case blank, none }

  /// The first option that is about dumps; nil if none is given.
  private var given: String? {
    let options: [(String, Bool)] = [
      ("--potfile", !potfiles.isEmpty), ("--by", strata != nil), ("--group", !groups.isEmpty),
      ("--domain", !domains.isEmpty), ("--include", !included.isEmpty),
      ("--exclude", !excluded.isEmpty), ("--blank", blank == .none),
      ("--accounts", accounts != nil),
    ]
    return options.first(where: \.1)?.0
  }

  /// Whether the lists are dumps.
  var isOn: Bool { given != nil }

  func validate() throws {
    if minCell < 1 { throw ValidationError("--min-cell takes a number from 1, so not \(minCell).") }
  }

  /// Refuses options that a directory does not go with, if they are given.
  func refuse(_ others: [(option: String, isGiven: Bool)]) throws {
    guard let given, let other = others.first(where: \.isGiven)?.option else { return }
    throw ValidationError("\(given) makes the lists dumps, which do not go with \(other).")
  }

  /// The options as settings; nil if the lists are no dumps.
  var settings: DirectorySettings? {
    guard isOn else { return nil }
    var settings = DirectorySettings(potfiles: potfiles)
    settings.groups = groups
    settings.excluded = excluded
    settings.separatesDomains = strata == .domain
    settings.minCell = minCell
    settings.domains = domains
    settings.include(included.map(\.rawValue))
    settings.isBlankNone = blank == .none
    settings.namesAccounts = accounts != nil
    return settings
  }
}
