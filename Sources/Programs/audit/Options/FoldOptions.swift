import ArgumentParser
import Jobs

/// How large the groups of a tally are that is published: of a scan, and of a sum.
struct FoldOptions: SettingsOptions {
  @Option(
    name: .customLong("min-group"),
    help: ArgumentHelp(
      "For a tally that is published: join rows until each has this many entries. Answers become "
        + "intervals that hold the truth. Excludes --fingerprints and --shapes of a scan, and "
        + "--fingerprints-output of a sum.", valueName: "k"))
  var leastGroup: Int?

  @Option(
    name: .customLong("min-group-distinct"),
    help: ArgumentHelp(
      "Also until each row, and each level of occurrences, has this many different passwords, so that none "
        + "is one password alone. Goes with --min-group, and needs --distinct.",
      valueName: "d"))
  var leastPasswords: Int?

  /// Whether rows are joined.
  var isOn: Bool { leastGroup != nil }

  var settings: FoldSettings { FoldSettings(entries: leastGroup, passwords: leastPasswords) }
}
