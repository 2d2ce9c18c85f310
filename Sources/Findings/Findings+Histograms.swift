import PasswordRules
import Passwords

extension Findings {
  /// Makes all histograms: of entries, first the list's, then each policy's; then of distinct
  /// passwords if they were counted.
  ///
  /// Bins of closed vocabularies are included even if empty, and so are all lengths up to the
  /// longest.
  ///
  /// - Complexity: O(policies × (verdicts × rules²)); with distinct passwords, all signatures are
  ///   judged again, so keep the result.
  package func histograms() -> [Histogram] {
    // Equal policies share theirs, apart from the name.
    let ofPolicies = map(judgements) { histograms(of: $0) }
    let entries =
      listHistograms + named.flatMap { name, index in ofPolicies[index].map { $0.named(name) } }
    let distinct =
      ofDistinctPasswords?.histograms().filter { $0.metric.isOfDistinctPasswords } ?? []
    return entries + distinct.map { $0.counting(.distinct) }
  }

  private var listHistograms: [Histogram] {
    let lines = list.lines
    let overLong = lines.overLong &+ skippedLines
    let skipped = lines.empty &+ overLong &+ cutLines &+ lines.malformed &+ lines.headers
    var histograms = [
      Histogram(.entries, total: entries, [("audited", entries)]),
      Histogram(
        .lines, total: lines.audited &+ skipped,
        [
          ("audited", lines.audited), ("empty", lines.empty), ("over-long", overLong),
          ("cut", cutLines), ("malformed", lines.malformed), ("header", lines.headers),
        ]),
      Histogram(
        .quality, total: entries,
        [("ascii", lines.ascii), ("utf-8", lines.utf8), ("ill-formed", lines.illFormed)]),
      Histogram(
        .normalisation, total: entries,
        [("changed", lines.changedByFormC), ("unchanged", entries &- lines.changedByFormC)]),
      Histogram(
        .control, total: entries,
        [("with", list.withControl), ("without", entries &- list.withControl)]),
      Histogram(.blank, total: entries, [("blank", list.blank), ("other", entries &- list.blank)]),
      Histogram(.length, total: entries, counts: list.lengths, from: Self.first(of: list.lengths)),
      Histogram(
        .classes, total: entries, counts: list.classCounts, from: Self.first(of: list.classCounts)),
      Histogram(.charset, total: entries, charsetBins),
    ]
    if let shapes = list.commonestShapes(of: entries, shapeListing) { histograms.append(shapes) }
    histograms += strengthHistograms(
      list.strength, total: entries, .meter, .score, .guessesLog10, .cracked)
    if !list.strength.scores.isEmpty {
      let counts = patternNames.indices.map { $0 < list.patterns.count ? list.patterns[$0] : 0 }
      histograms.append(
        Histogram(.pattern, total: entries, zip(patternNames, counts).map { ($0, $1) }))
    }
    if !list.meterAndScore.isEmpty {
      let bins = list.meterAndScore.enumerated().map { index, count in
        ("\(MeterLevel.allCases[index / 5])+\(index % 5)", count)
      }
      histograms.append(Histogram(.meterScore, total: entries, bins))
    }
    if !askedLists.isEmpty {
      histograms.append(
        Histogram(.blocklist, total: entries, listBins(list.listed, none: list.unlisted)))
    }
    if !listsOfRules.isEmpty {
      let bins = listsOfRules.map { (lists[$0].name, list.listed[$0]) }
      histograms.append(Histogram(.ruleList, total: entries, bins))
    }
    if !relations.isEmpty {
      histograms.append(
        Histogram(.userName, total: entries, relationBins(list.listed, none: list.unrelated)))
    }
    let bands = listHits.flatMap { list in
      list.bands.map { ("\(list.name)+\($0.limit)", $0.hits) }
    }
    if !bands.isEmpty { histograms.append(Histogram(.blocklistBand, total: entries, bands)) }
    return histograms
  }

  private func histograms(of policy: PolicyFindings) -> [Histogram] {
    func make(_ metric: Metric, total: UInt64, _ bins: [(name: String, count: UInt64)]) -> Histogram
    {
      Histogram(policy: policy.name, metric, total: total, bins)
    }
    func byRule(_ counts: [UInt64]) -> [(name: String, count: UInt64)] {
      zip(policy.rules, counts).map { ($0.id.text, $1) }
    }
    let compliant = policy.compliant
    var histograms = [
      make(
        .compliance, total: entries, [("compliant", compliant), ("violating", policy.violating)]),
      make(.violation, total: entries, byRule(policy.violation)),
      make(.violationOnly, total: entries, byRule(policy.violationOnly)),
      make(
        .violationPair, total: entries,
        policy.violationPairs.map {
          ("\(policy.rules[$0.first].id)+\(policy.rules[$0.second].id)", $0.count)
        }),
      make(.violationSet, total: entries, setBins(of: policy)),
      Histogram(
        policy: policy.name, .violationsPerEntry, total: entries,
        counts: policy.violationsPerEntry, from: 0),
      Histogram(
        policy: policy.name, .survivorsLength, total: compliant, counts: policy.survivorLengths,
        from: Self.first(of: policy.survivorLengths)),
    ]
    histograms += strengthHistograms(
      policy.survivorStrength, policy: policy.name, total: compliant, .survivorsMeter,
      .survivorsScore, .survivorsGuessesLog10, .survivorsCracked)
    if !askedLists.isEmpty {
      histograms.append(
        make(
          .survivorsBlocklist, total: compliant,
          listBins(policy.survivorsListed, none: policy.survivorsUnlisted)))
      histograms.append(
        make(
          .blocklistOnly, total: entries,
          askedLists.map { (lists[$0].name, policy.listedOnlyBy[$0]) }))
    }
    if !relations.isEmpty {
      histograms.append(
        make(
          .survivorsUserName, total: compliant,
          relationBins(policy.survivorsListed, none: policy.survivorsUnrelated)))
    }
    return histograms
  }

  /// Sets of rules by their ids, then all other sets, then the empty set.
  private func setBins(of policy: PolicyFindings) -> [(name: String, count: UInt64)] {
    let (sets, other) = policy.violationSets.told(of: entries)
    let ids = policy.rules.map { Array($0.id.text.utf8) }
    // As bytes, since hundreds of policies have thousands of sets.
    var name: [UInt8] = []
    var bins = sets.map { set in
      name.removeAll(keepingCapacity: true)
      for number in ids.indices where set.contains(number) {
        if !name.isEmpty { name.append(UInt8(ascii: "+")) }
        name += ids[number]
      }
      return (name: String(decoding: name, as: UTF8.self), count: set.count)
    }
    bins.append(("other", other))
    bins.append(("none", policy.compliant))
    return bins
  }

  /// The first bin to include: only accounts without a password have length 0.
  private static func first(of counts: [UInt64]) -> Int { counts.first ?? 0 > 0 ? 0 : 1 }

  private var charsetBins: [(name: String, count: UInt64)] {
    list.charsets.indices.dropFirst(Self.first(of: list.charsets)).map { mask in
      if mask == 0 { return ("none", list.charsets[0]) }
      let kinds = ListFindings.kindNames.indices.filter { mask >> $0 & 1 != 0 }
      return (kinds.map { ListFindings.kindNames[$0] }.joined(separator: "+"), list.charsets[mask])
    }
  }

  /// The histograms of strength, as far as it was estimated.
  private func strengthHistograms(
    _ counts: StrengthCounts, policy: String? = nil, total: UInt64, _ meter: Metric,
    _ score: Metric, _ guesses: Metric, _ cracked: Metric
  ) -> [Histogram] {
    var histograms: [Histogram] = []
    func add(_ metric: Metric, _ bins: [(name: String, count: UInt64)]) {
      histograms.append(Histogram(policy: policy, metric, total: total, bins))
    }
    if !counts.meter.isEmpty {
      add(meter, MeterLevel.allCases.map { ("\($0)", counts.meter[$0.rawValue]) })
    }
    if !counts.scores.isEmpty {
      add(score, counts.scores.enumerated().map { (String($0), $1) })
      let halves = counts.guesses.enumerated().map { ("\($0 / 2).\($0 % 2 * 5)", $1) }
      add(guesses, halves)
    }
    if !counts.budgets.isEmpty {
      add(cracked, attacks.map { ($0.name, counts.found(by: $0, of: recipe.demand.guessBudgets)) })
    }
    return histograms
  }

  private func listBins(_ counts: [UInt64], none: UInt64) -> [(name: String, count: UInt64)] {
    askedLists.map { (lists[$0].name, counts[$0]) } + [("none", none)]
  }

  private func relationBins(
    _ counts: [UInt64], none: UInt64
  ) -> [(name: String, count: UInt64)] {
    relations.map { ($0.name, counts[$0.bit]) } + [("none", none)]
  }
}
