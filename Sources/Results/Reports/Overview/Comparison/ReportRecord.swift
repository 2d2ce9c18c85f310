package import Metrics
package import PasswordPolicies
import Tallies

/// The figures of a report, made just now or read back from its tables, for comparing reports.
///
///     let record = try ReportRecord(tables: [[audit]], manifest: json)
///     record.histogram(.compliance, "site")?.count(of: "compliant")   // 2781
package struct ReportRecord: Sendable {
  /// The report's label of its lists.
  package let dataset: String
  /// Whether nothing requested is missing.
  package let isComplete: Bool
  /// The policies, in order.
  package let policies: [Policy]
  /// The settings that have several readings, and the readings used.
  package let readings: [String: String]
  /// The blocklists, each with the identity of its values.
  package let blocklists: [String]
  /// The names of the lists with their digests.
  package let inputs: [String]
  /// The digests of the lists.
  let digests: [String]
  /// The names of the lists.
  package let lists: [String]
  /// The version of the program that wrote it.
  package let version: String
  /// Everything that makes it less than it looks.
  package let warnings: [String]
  /// How far each policy's share guessed in a day may be from attacks.
  let errors: [StatedError]
  /// The histograms in the order of the tables' rows; policies and bins have the names of cells.
  package let histograms: [Histogram]
  private let places: [HistogramPlace: Int]

  /// One policy.
  package struct Policy: Hashable, Decodable, Sendable {
    package let name: String
    /// Its canonical text.
    package let text: String
    /// Its name as a cell.
    package var cell: String { harmlessCell(name) }

    private enum CodingKeys: String, CodingKey { case name, text = "rules" }
  }

  /// The parts of a manifest that a comparison needs.
  package struct Stated: Decodable, Sendable {
    /// A blocklist.
    package struct Blocklist: Decodable {
      package let name: String
      /// How its values are compared.
      package let comparison: String
      /// The number of its values.
      package let values: Int
      /// The digest of its file; nil if it has another checksum.
      package let sha256: String?
      /// The XXH3 of its values; nil if it has a digest.
      package let checksum: String?

      /// The list with the identity of its values: `words (exact, 1,000 values, SHA-256 …)`.
      var words: String {
        "\(name) (\(comparison), \(counted(values, "value"))"
          + (sha256.map { ", SHA-256 \($0)" } ?? checksum.map { ", XXH3 \($0)" } ?? "") + ")"
      }
    }
    /// A list that was read.
    package struct Input: Decodable {
      package let name: String
      /// The digest of its file.
      package let sha256: String
    }
    /// What became of the passwords under a policy.
    package struct Result: Decodable {
      /// What a rule refuses.
      package struct Rule: Decodable {
        /// Its identifier.
        package let rule: String
        /// The entries that break it, from the least to the most.
        package let count: ClosedRange<UInt64>
      }
      /// The policy's name.
      package let policy: String
      /// The accepted entries, from the least to the most.
      package let accepted: ClosedRange<UInt64>
      /// The entries that break a rule.
      package let refused: ClosedRange<UInt64>
      /// What each rule refuses.
      package let rules: [Rule]
      /// How far the share guessed in a day may be from attacks; nil if that is not stated.
      package let error: StatedError?
    }
    /// The program's version.
    package let version: String
    /// Whether all lists were read to their ends.
    package let complete: Bool
    /// The name of the whole input.
    package let dataset: String
    /// The lists.
    package let inputs: [Input]
    package let policies: [Policy]
    package let blocklists: [Blocklist]
    /// The settings that decide how passwords are read, by name.
    package let readings: [String: String]
    /// What makes the report less than it looks; nil in manifests of versions that stated nothing.
    package var warnings: [String]?
    /// The results; nil in manifests of versions that stated none.
    package var results: [Result]?

    /// Takes the parts of a manifest that was just made.
    package init(_ manifest: Manifest) {
      version = manifest.version
      complete = manifest.complete
      dataset = manifest.dataset
      inputs = manifest.inputs.map { Input(name: $0.record.name, sha256: $0.record.sha256) }
      policies = manifest.policies.map { Policy(name: $0.name, text: $0.rules) }
      blocklists = manifest.blocklists.map {
        Blocklist(
          name: $0.name.text, comparison: $0.comparison, values: $0.values, sha256: $0.sha256,
          checksum: $0.checksum)
      }
      readings = manifest.readings
      warnings = manifest.warnings
    }
  }

  /// Joins what a manifest states and the histograms of its tables.
  ///
  /// `errors` are those of the policies' shares; nil if the manifest has them with its results.
  init(_ stated: Stated, _ histograms: [Histogram], errors: [StatedError]? = nil) {
    self.errors = errors ?? (stated.results ?? []).compactMap(\.error)
    dataset = stated.dataset
    isComplete = stated.complete
    version = stated.version
    warnings = stated.warnings ?? []
    policies = stated.policies
    // Earlier versions state the year with the estimate only.
    let year = stated.readings["strength"]?.firstMatch(of: #/reference year (\d+)/#).map {
      ["reference year": String($0.1)]
    }
    readings = (year ?? [:]).merging(stated.readings) { $1 }
    lists = stated.inputs.map(\.name)
    digests = stated.inputs.map(\.sha256)
    inputs = stated.inputs.map { "\($0.name), SHA-256 \($0.sha256)" }
    blocklists = stated.blocklists.map(\.words)
    self.histograms = histograms
    places = Dictionary(
      histograms.enumerated().map {
        (HistogramPlace(policy: $1.policy ?? "", metric: $1.metric, unit: $1.unit), $0)
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the tables have the policies and the main results that a manifest states.
  package func hasResults(of stated: Stated) -> Bool {
    func has(
      _ count: ClosedRange<UInt64>, _ metric: Metric, _ bin: String, _ policy: String
    ) -> Bool {
      let bins = histogram(metric, harmlessCell(policy))?.bins ?? []
      return bins.first { $0.name == harmlessCell(bin) }.map { $0.count...$0.most == count } ?? true
    }
    return Set(policies.map(\.cell) + [Metric.inForce]).isSuperset(
      of: histograms.compactMap(\.policy))
      && (stated.results ?? []).allSatisfy { result in
        has(result.accepted, .compliance, "compliant", result.policy)
          && has(result.refused, .compliance, "violating", result.policy)
          && result.rules.allSatisfy { has($0.count, .violation, $0.rule, result.policy) }
      }
  }

  /// The histogram of a metric, of all passwords or of a policy by its cell; nil if there is none.
  package func histogram(
    _ metric: Metric, _ policy: String = "", unit: Histogram.Unit = .entries
  ) -> Histogram? {
    places[HistogramPlace(policy: policy, metric: metric, unit: unit)].map { histograms[$0] }
  }

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
    case .guessed(let estimate, let attacker):
      let (cracked, decades): (Metric, Metric) =
        switch estimate {
        case .minAuto: (.crackedMinAuto, .minAutoLog10)
        case .brought: (.crackedBrought, .broughtLog10)
        case .model, .combined: (.cracked, .combinedLog10)
        case .zxcvbn: (.crackedZxcvbn, .guessesLog10)
        }
      let isRough = estimate == .combined
      guard let attack = attacker.attack else {
        return counted(decades)?.part(below: NamedAttacker.loginDecades, isRough: isRough)
          .map { .part($0) }
      }
      return counted(cracked)?.part(
        attack.name, ofAnySource: cracked == .crackedBrought, isRough: isRough
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

/// What no two histograms of a report have in common.
struct HistogramPlace: Hashable {
  /// The policy's name; empty for all passwords.
  let policy: String
  let metric: Metric
  let unit: Histogram.Unit
}

// The main results of a manifest have one number each, or, of a folded tally, its two ends.

extension ReportRecord.Stated.Result {
  /// Decodes what became of the passwords under a policy.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: MemberName.self)
    policy = try values.decode(String.self, forKey: "policy")
    // Until 0.2.0 `refused` held the rules.
    let isOld = values.contains("violating") || values.contains("violatingLeast")
    accepted = try values.ends(of: isOld ? "compliant" : "accepted")
    refused = try values.ends(of: isOld ? "violating" : "refused")
    rules = try values.decode([Rule].self, forKey: isOld ? "refused" : "rules")
    let kept = try? values.nestedContainer(keyedBy: MemberName.self, forKey: "survivors")
    error = try kept?.decodeIfPresent(String.self, forKey: "guessedInDayError")
      .flatMap(StatedError.init(words:))
  }
}

extension ReportRecord.Stated.Result.Rule {
  /// Decodes what a rule refuses.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: MemberName.self)
    rule = try values.decode(String.self, forKey: "rule")
    count = try values.ends(of: "count")
  }
}

/// The name of a member of an object of JSON.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<MemberName> {
  /// A number, or the ends `…Least` and `…Most` that stand beside it or in its place.
  fileprivate func ends(of name: String) throws -> ClosedRange<UInt64> {
    func number(_ name: String) throws -> UInt64 {
      try decode(UInt64.self, forKey: MemberName(stringValue: name))
    }
    let (least, most) = (name + "Least", name + "Most")
    guard contains(MemberName(stringValue: least)) else {
      let exact = try number(name)
      return exact...exact
    }
    let ends = (least: try number(least), most: try number(most))
    guard ends.least <= ends.most else {
      throw DecodingError.dataCorruptedError(
        forKey: MemberName(stringValue: most), in: self, debugDescription: "less than \(least)")
    }
    return ends.least...ends.most
  }
}

extension Histogram {
  /// A bin as a part of the passwords that the metric is about, or the first of those of several sources;
  /// nil if there is no such bin.
  fileprivate func part(
    _ name: String, ofAnySource: Bool = false, isRough: Bool = false
  ) -> Part? {
    bins.first { $0.name == name || ofAnySource && $0.name.hasSuffix("+" + name) }.map {
      part($0.count...$0.most, isRough: isRough)
    }
  }

  /// The bins of guesses below a power of ten; nil if none has a number, unless nothing was counted.
  ///
  /// Of several sources there is no such part, since each has bins of its own.
  fileprivate func part(below decades: Double, isRough: Bool) -> Part? {
    let known = bins.filter { Double($0.name) != nil }
    guard !known.isEmpty || mostTotal == 0 else { return nil }
    let found = known.filter { (Double($0.name) ?? decades) < decades }
    let most = found.reduce(0) { $0 &+ $1.most }
    return part(found.reduce(0) { $0 &+ $1.count }...min(most, mostTotal), isRough: isRough)
  }

  private func part(_ count: ClosedRange<UInt64>, isRough: Bool) -> Part {
    func part(_ count: UInt64, of total: UInt64) -> Part {
      Part(count, of: total, isOfCompliant: metric.isOfCompliant, isRough: isRough)
    }
    return part(count.lowerBound, of: total).upTo(
      count.lowerBound == count.upperBound && total == mostTotal
        ? nil : part(count.upperBound, of: mostTotal))
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
        "What is guessed in a time is said by different estimates, \(each.joined(separator: ", ")): "
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
