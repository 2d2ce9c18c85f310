import Bytes
@_spi(Internal) import Passwords
package import Tallies

/// The contents of a recording and the questions that it can answer, in words, for
/// `audit tally info`.
///
///     TallyInfo(recording).lines.first    // "1,200 passwords, as counts of 180 groups that no rule tells apart"
package struct TallyInfo: Sendable {
  /// The contents, one sentence per line.
  package let lines: [String]
  /// The reports that it allows, one sentence per line.
  package let answers: [String]
  /// The reports that it does not allow, one sentence per line; each sentence tells how to record
  /// the facts.
  package let limits: [String]

  /// Describes a recording.
  package init(_ recording: Recording) {
    lines = Self.contents(of: recording)
    answers = Self.answers(of: recording)
    limits = Self.limits(of: recording)
  }

  private static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(Numbers.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func contents(of recording: Recording) -> [String] {
    let lines = recording.tally.lines
    var text = [
      "\(counted(recording.entries, "password")), as counts of "
        + counted(recording.tally.signatureCount, "group") + " that no rule tells apart",
      "no password is in the file, only these counts",
      recording.isComplete
        ? "complete: each list was read to its end"
        : "partial: not all lists were read to their ends",
    ]
    text += recording.inputs.map { input in
      let state = input.isComplete ? "" : ", not read to its end"
      return "list '\(input.name)': \(input.container), \(Numbers.grouped(input.bytes)) bytes, "
        + "sha256 \(input.sha256)\(state)"
    }
    text += recording.inputs.twins.map { number, earlier in
      let (list, twin) = (recording.inputs[number], recording.inputs[earlier])
      return "counts twice: '\(list.name)', of \(list.likeness(to: twin)) '\(twin.name)'"
    }
    text += recording.warnings.map { "warned: \($0)" }
    if let progress = recording.progress {
      text.append(
        "a checkpoint after \(Numbers.grouped(progress.bytes)) bytes of text: the same command continues from it"
      )
    }
    if let whole = recording.strata.first {
      text.append(
        "\(counted(whole.accounts, "account")) of a directory, in "
          + "\(recording.strata.count - 1) strata")
    }
    if let forgotten = recording.readings["forgotten"] {
      text.append("forgotten, since memory was short: \(forgotten)")
    }
    if let folding = recording.folding {
      text.append(
        folding.least > 1
          ? "folded at \(folding.least): rows of fewer entries "
            + (folding.leastPasswords > 0
              ? "or \(counted(folding.leastPasswords, "distinct password")) " : "")
            + "were joined, so answers are intervals; "
            + "workload \(folding.workload)"
          : "folded in part: answers are intervals; workload \(folding.workload)")
    } else if recording.isApproximate {
      text.append("folded by an earlier version: numbers are approximate, without bounds")
    }
    if let fingerprints = recording.fingerprints {
      text.append(
        "fingerprints in a separate file: \(Numbers.grouped(fingerprints.records)), with the key \(fingerprints.keyID)"
      )
    }
    let skipped = [
      ("empty", lines.empty), ("malformed", lines.malformed), ("header", lines.headers),
      ("over-long", lines.allOverLong), ("cut off", lines.cut),
    ].filter { $0.1 > 0 }
    if !skipped.isEmpty {
      let counts = skipped.map { "\(Numbers.grouped($0.1)) \($0.0)" }.joined(separator: ", ")
      text.append("lines without a password: \(counts)")
    }
    if !recording.versions.isEmpty {
      text.append("recorded by audit \(recording.versions.joined(separator: ", "))")
    }
    return text
  }

  /// What the characters of a named class are called.
  private static let plurals = [
    "digit": "digits", "upper": "upper-case letters", "lower": "lower-case letters",
    "special": "specials", "other": "other characters",
  ]

  private static func answers(of recording: Recording) -> [String] {
    let (demand, sources) = (recording.schema.demand, recording.schema.sources)
    let singles = recording.schema.characterGroups.sets.filter { $0.isSubset(of: .special) }.map(
      \.words)
    var text = [
      "policies on length, on lowercase, uppercase and digits, and on specials as a whole"
    ]
    if singles.count == CodePointSet.special.characters.count {
      text.append("policies on any of the \(singles.count) specials of ASCII")
    } else if singles.count > 1 {
      text.append("policies on these sets of specials: \(singles.joined(separator: ", "))")
    }
    for fact in Fact.demanded where demand[fact] > 0 {
      guard let plural = fact.row.plural else { continue }
      text.append(
        fact.row.measure == .saturating
          ? "limits on \(plural), up to \(demand[fact] - 1)" : "rules on \(plural)")
    }
    for set in recording.schema.countedClasses {
      let most = demand.counts[set] ?? 0
      text.append(
        "how many characters are \(Self.plurals[set.words] ?? "of \(set.words)"): at least up to \(most), at most up to \(most - 1)"
      )
    }
    text += sources.lists.map { "the blocklist '\($0.name)' (\($0.comparison))" }
    if recording.namesUsers, sources.recordsUserNames { text.append("rules on users' names") }
    if let shapes = recording.tally.shapes, !shapes.isOver {
      text.append("the commonest of \(shapes.count) shapes, and masks of hashcat")
    }
    if demand.meter { text.append("the four-criteria meter") }
    if demand.score {
      let scorer = sources.scorer.map { " by \($0.name), reference year \($0.referenceYear)" } ?? ""
      let decades = demand.wholeDecades ? "; guesses in whole decades" : ""
      text.append("strength scores\(scorer)\(decades); \(demand.guessBudgets.count) guess budgets")
    }
    if demand.scoreWithoutWords {
      let dictionaries = (sources.scorer?.contextDigest ?? "").split(separator: ",")
        .filter { $0.hasPrefix("sha256:") }
      text.append("scores with and without dictionaries: \(dictionaries.joined(separator: ", "))")
    }
    if demand.combined {
      let model = sources.scorer.map { ": zxcvbn with \($0.model)" } ?? ""
      text.append("the combined estimate\(model)")
    }
    if demand.model { text.append("the model's guesses, and the least of all (min-auto)") }
    if demand.brought > 0 {
      text.append("brought guess numbers: \(sources.scorer?.guesses ?? "")")
    }
    if !recording.strata.isEmpty {
      text.append("accounts: who shares, is listed, blank or old, and bounds of each policy")
    }
    if recording.spectrum != nil {
      text.append(
        "distinct passwords: "
          + (recording.folding == nil ? "guessing curves, sweeps" : "what guesses find, sweeps"))
    }
    return text
  }

  private static func limits(of recording: Recording) -> [String] {
    let demand = recording.schema.demand
    var text = [
      "policies that distinguish single letters or digits, or count other sets: "
        + "audit scan --for RULES records them"
    ]
    if !recording.strata.isEmpty {
      text.append(
        "policies with 'since' or 'for', and findings by name: audit --potfile FILE DUMP asks the dumps"
      )
    }
    if !demand.combined {
      text.append(
        (demand.score ? "" : "strength scores and ")
          + "the combined estimate: audit scan --strength combined records "
          + (demand.score ? "it" : "them"))
    }
    if !demand.meter {
      text.append("the four-criteria meter: audit scan --strength meter records it")
    }
    if demand.lists == 0 { text.append("blocklists: audit scan --blocklist FILE records them") }
    switch recording.tally.shapes {
    case nil: text.append("shapes of passwords: audit scan --shapes records them")
    case let shapes? where shapes.isOver:
      text.append("shapes of passwords: there are more than \(ShapeCounts.limit)")
    default: break
    }
    if recording.spectrum == nil {
      text.append("distinct passwords: audit scan --distinct records them")
    }
    return text
  }
}
