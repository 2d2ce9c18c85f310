package import Metrics
package import PasswordPolicies

extension ReportRecord {
  /// A figure about all passwords or, with a policy's cell, about those that comply with it; nil if
  /// the report lacks it.
  package func measure(_ subject: Comparison.Subject, _ policy: String = "") -> Comparison.Measure?
  {
    func counted(_ metric: Metric) -> Histogram? {
      histogram(policy.isEmpty ? metric : metric.ofSurvivors, policy)
    }
    switch subject {
    case .passwords: return .count(histogram(.entries)?.count(of: "audited") ?? 0)
    case .distinctPasswords:
      return histogram(.entries, unit: .distinct)?.count(of: "audited").map { .count($0) }
    case .score(let score): return histogram(.score)?.part(String(score)).map { .part($0) }
    case .comply: return histogram(.compliance, policy)?.part("compliant").map { .part($0) }
    case .easy:
      guard let scores = counted(.score), let zero = scores.part("0"), let one = scores.part("1")
      else { return nil }
      return .part(zero.joined(with: one))
    case .cracked(let estimate):
      let metric: Metric =
        switch estimate {
        case .minAuto: .crackedMinAuto
        case .brought: .crackedBrought
        case .model, .combined: .cracked
        case .zxcvbn: .crackedZxcvbn
        }
      return counted(metric)?.part(
        Comparison.Subject.attack.name, ofAnySource: metric == .crackedBrought,
        isRough: estimate == .combined
      ).map { .part($0) }
    case .listed: return counted(.blocklist)?.part("none").map { .part($0.rest) }
    case .related: return counted(.userName)?.part("none").map { .part($0.rest) }
    case .medianLength:
      // Between two ends there is no median.
      guard let lengths = counted(.length), lengths.bins.allSatisfy(\.isExact) else { return nil }
      return lengths.bins.map(\.count).medianIndex.map { .count(UInt64(lengths.bins[$0].order)) }
    case .bits:
      return histogram(.spaceBits, policy, unit: .microbits)?.count(of: "floor").map {
        .bits(Double($0) / 1e6)
      }
    case .breakRule, .breakOnlyIt: return nil
    }
  }

  /// The estimate by which it states what is found in a time; nil if it does not.
  package var estimate: GuessSource? {
    if histogram(.minAutoLog10) != nil { return .minAuto }
    if histogram(.broughtLog10) != nil { return .brought(0) }
    if histogram(.combinedLog10) != nil { return .combined }
    return histogram(.guessesLog10) == nil ? nil : .zxcvbn
  }

  /// This estimate in words.
  package var estimateWords: String? {
    switch estimate {
    case .minAuto: return readings["min-auto"]
    case .brought: return readings["guesses"]
    case .combined:
      // The name of a model of one's own ends in its digest.
      let model = readings["strength"]?.firstMatch(of: #/combined with (.*, digest [0-9a-f]+): /#)
      return GuessSource.combined.words + (model.map { " with \($0.1)" } ?? "")
    default: return estimate?.words
    }
  }

  /// The passwords that break a rule, in the metric `violation` or `violation_only`; nil without the
  /// rule.
  package func measure(_ metric: Metric, of rule: RuleID?, _ policy: String) -> Comparison.Measure?
  {
    rule.flatMap { histogram(metric, policy)?.part($0.text) }.map(Comparison.Measure.part)
  }

  /// A rule of a policy in a report.
  package struct ListedRule {
    /// Its identifier.
    package let id: RuleID
    /// The identifier as text.
    package let text: String
    /// The rule in words.
    package let words: String
  }

  /// The rules of the policy's text, and the rules that only the table has because this program
  /// cannot read them.
  package func rules(of policy: Policy) -> [ListedRule] {
    // The manifest puts alternatives on one line.
    let text = policy.text.replacing("; or ", with: ";\nor\n")
    let read =
      PolicyReading(policyFile: Array(text.utf8), file: "report").policies.first?.rules ?? []
    let known = Set(read.map(\.id))
    let counted = histogram(.violation, policy.cell)?.bins.map(\.name) ?? []
    return read.map { ListedRule(id: $0.id, text: $0.text, words: $0.words) }
      + counted.filter { !known.contains(RuleID($0)) }.map {
        ListedRule(id: RuleID($0), text: $0, words: $0)
      }
  }
}

extension Histogram {
  /// A bin as a part of the passwords that the metric is about, or the first of those of several sources;
  /// nil if there is no such bin.
  fileprivate func part(
    _ name: String, ofAnySource: Bool = false, isRough: Bool = false
  ) -> Part? {
    bins.first { $0.name == name || ofAnySource && $0.name.hasSuffix("+" + name) }.map { bin in
      func part(_ count: UInt64, of total: UInt64) -> Part {
        Part(count, of: total, isOfCompliant: metric.isOfCompliant, isRough: isRough)
      }
      return part(bin.count, of: total).upTo(
        bin.isExact && total == mostTotal ? nil : part(bin.most, of: mostTotal))
    }
  }
}

extension [ReportRecord] {
  /// The estimate by which all state what is found in a time; nil if they have none in common.
  package var commonEstimate: GuessSource? {
    let stated = filter { $0.estimate != nil }
    if Set(stated.map(\.estimateWords)).count < 2 { return stated.first?.estimate }
    return stated.allSatisfy { $0.histogram(.crackedZxcvbn) != nil } ? .zxcvbn : nil
  }

  /// What a comparison leaves out since not all have it, in sentences; each report has a label.
  func leftOut(_ labels: [String]) -> [String] {
    var told: [String] = []
    if Set(compactMap(\.estimateWords)).count > 1 {
      let each = zip(labels, self).compactMap { label, side in
        side.estimateWords.map { "\(label) by \($0)" }
      }
      told.append(
        "What is found in a time is said by different estimates, \(each.joined(separator: ", ")): "
          + (commonEstimate == nil
            ? "it is left out."
            : "it is compared by zxcvbn's guesses, and the others are left out."))
    }
    guard Set(map(\.version)).count > 1 else { return told }
    let metrics = map { Set($0.histograms.map(\.metric.name)) }
    let all = metrics.reduce(Set()) { $0.union($1) }
    for (label, side) in zip(labels, zip(self, metrics)) {
      let lacking = all.subtracting(side.1).sorted()
      if lacking.isEmpty { continue }
      told.append(
        "Left out, since \(label) (version \(side.0.version)) lacks it: "
          + lacking.joined(separator: ", ") + ".")
    }
    return told
  }
}
