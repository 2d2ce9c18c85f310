import ArgumentParser

/// How large the groups of a tally are that is published: of a scan, and of a sum.
struct FoldOptions: ParsableArguments {
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
      "Also until each row, and each level of occurrences, has this many distinct passwords, so that none "
        + "is one password alone. Goes with --min-group, and needs distinct passwords.",
      valueName: "d"))
  var leastPasswords: Int?

  /// Whether rows are joined.
  var isOn: Bool { leastGroup != nil }
  /// The fewest entries of a row; nil keeps all rows.
  var entries: UInt64? { leastGroup.map { UInt64($0) } }
  /// The fewest distinct passwords of a row.
  var passwords: UInt64 { leastPasswords.map { UInt64($0) } ?? 0 }

  func validate() throws {
    for (name, number) in [("group", leastGroup), ("group-distinct", leastPasswords)] {
      if let number, !(2...1_000_000_000).contains(number) {
        throw ValidationError("--min-\(name) takes a number from 2 to 1000000000, not \(number).")
      }
    }
    if leastPasswords != nil, !isOn {
      throw ValidationError("--min-group-distinct goes with --min-group.")
    }
  }
}
