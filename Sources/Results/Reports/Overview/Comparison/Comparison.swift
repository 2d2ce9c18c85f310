import Diagnostics
import Metrics
import PasswordPolicies

/// Compares reports, in the order given: before and after, or several years.
///
///     let comparison = Comparison([old, new])
///     let screen = ComparisonText(comparison, ink: ink).text
package struct Comparison: Sendable {
  package let sides: [ReportRecord]
  /// A name for each report; all differ.
  package let labels: [String]
  /// The reports compared: `leaked-2024 → leaked-2025`, or `2023, 2024, 2025`.
  package let title: String
  /// The figures of all passwords, then the figures of each policy: of two reports the policies that
  /// both have, of more all policies.
  package let blocks: [Block]
  /// Sentences about policies that a report lacks, and about readings that differ.
  package let remarks: [String]

  /// The most reports side by side.
  package static let mostSides = 12

  /// Compares reports that were read from these paths, which tell more than two apart.
  ///
  /// Policies match by name; if each report has only one policy, these match under any names.
  package init(_ sides: [ReportRecord], paths: [String] = []) {
    self.sides = sides
    let isPair = sides.count == 2
    let labels = isPair ? ["old", "new"] : Self.labels(sides, paths)
    let isSingle = sides.allSatisfy { $0.policies.count == 1 }
    let names = isSingle ? [""] : sides.flatMap { $0.policies.map(\.name) }.uniqued()
    let ofPolicies = names.compactMap { name -> Block? in
      let found = sides.map { side in
        isSingle ? side.policies.first : side.policies.first { $0.name == name }
      }
      if isPair, found.contains(nil) { return nil }
      let title = found.compactMap { $0?.name }.uniqued().joined(separator: " → ")
      let rules = zip(sides, found).map { side, policy in policy.map(side.rules) ?? [] }
      return Block(
        title, sides, found, rules: isPair ? paired(rules[0], rules[1]) : Self.joined(rules))
    }
    self.labels = labels
    title = isPair ? Self.title(sides[0], sides[1]) : labels.joined(separator: ", ")
    blocks = [Block(sides)] + ofPolicies
    remarks =
      sides.leftOut(labels)
      + (isPair
        ? Self.missing(sides, labels, ofPolicies) + Self.differences(sides[0], sides[1])
        : Self.missing(ofPolicies, labels) + Self.differences(sides, labels))
  }

  /// Whether there are two reports, an old and a new one.
  package var isPair: Bool { sides.count == 2 }

  /// Whether all reports are of the same lists, so that they differ in their policies only.
  package var isOfOneList: Bool {
    guard let first = sides.first, !first.inputs.isEmpty else { return false }
    return sides.allSatisfy { $0.digests == first.digests }
  }

  /// The policies' blocks.
  package var policies: ArraySlice<Block> { blocks.dropFirst() }

  /// What the shares guessed are of, how sure a difference is, and what no number covers.
  package var facts: [(name: String, text: String)] {
    let each = attackers.map { "\($0.effort) (\($0.name))" }.joined(separator: "; ")
    let all = [
      ("Guessed", each.isEmpty ? nil : "tries on each account: \(each)."), ("How sure", sureness),
      ("Not covered", notCovered),
    ]
    return all.compactMap { name, text in text.map { (name, $0) } }
  }

  /// The attackers of whom a report says what they guess.
  private var attackers: [NamedAttacker] {
    NamedAttacker.allCases.filter { attacker in
      blocks.contains { block in
        block.rows.contains { row in
          if case .guessed(_, attacker) = row.subject { true } else { false }
        }
      }
    }
  }

  /// When a difference of shares guessed is certain, likely or open; nil if reports state no error, or
  /// are compared by an estimate that is not theirs.
  private var sureness: String? {
    let errors = sides.flatMap(\.errors).uniqued()
    guard let estimate = sides.commonEstimate, !errors.isEmpty,
      sides.allSatisfy({ $0.estimate == nil || $0.estimate == estimate })
    else { return nil }
    return "Shares guessed are estimates (\(estimate.label)): "
      + "\(errors.map(\.words).joined(separator: "; ")). \(errors.certainty)"
      + (attackers.contains(.fastHash)
        ? errors.compactMap(\.ofFastHash).first.map { " \($0)" } ?? "" : "")
  }

  /// What a difference may be of.
  package var caveat: String {
    "Shares are of all passwords; after 'accepted,' of the accepted. Changes are percentage points, of shares "
      + "that are not rounded. "
      + (isOfOneList
        ? "The reports are of the same list, so that a difference is one of the policies."
        : "A difference between two lists is one of people, of time and of how the lists came about; "
          + "these numbers cannot tell which.")
  }

  /// The changes between two reports in sentences: for each of the first policies, how many
  /// passwords comply and how easy these are.
  package var sentences: [Sentence] {
    guard isPair else { return [] }
    return policies.prefix(4).compactMap { block in
      guard let comply = block.row(.comply), let before = comply.old?.part,
        let after = comply.new?.part
      else { return nil }
      var ease: Sentence?
      if let easy = block.row(.easy), let old = easy.old?.part, let new = easy.new?.part,
        old.isStated, new.isStated
      {
        ease = """
          ; of the accepted \(number: new.percent) have zxcvbn's score 0 or 1, before: \
          \(number: old.percent)
          """
      }
      let (now, then) =
        isOfOneList
        ? ("the passwords are accepted now", "before")
        : ("the new passwords are accepted", "of the old ones")
      return """
        \(number: after.percent) of \(now) by \(name: block.title), \(number: before.percent) \(then): \
        \(number: "\(points(after.share - before.share)) percentage points")\(ease).
        """
    }
  }
}

// Labels and titles.
extension Comparison {
  /// The title of two reports: by their datasets, or if these are alike by the ends of their lists'
  /// paths: `2024/dump.txt → 2025/dump.txt`.
  private static func title(_ old: ReportRecord, _ new: ReportRecord) -> String {
    if old.dataset != new.dataset { return "\(old.dataset) → \(new.dataset)" }
    if old.lists.count == 1, new.lists.count == 1 {
      let ends = ends(old.lists + new.lists)
      if ends[0] != ends[1] { return ends.joined(separator: " → ") }
    }
    return old.digests == new.digests && !old.inputs.isEmpty
      ? "\(old.dataset), the same list in both reports" : "\(old.dataset): old → new"
  }

  /// The label of each report: its dataset; if they are alike, the end of its list's path; else the
  /// end of its own.
  private static func labels(_ sides: [ReportRecord], _ paths: [String]) -> [String] {
    let lists = sides.allSatisfy { $0.lists.count == 1 } ? ends(sides.flatMap(\.lists)) : []
    let candidates = [sides.map(\.dataset), lists, ends(paths)]
    if let labels = candidates.first(where: { Set($0).count == sides.count }) { return labels }
    return ends(paths).enumerated().map { "\($0.element) (\($0.offset + 1))" }
  }

  private static func ends(_ paths: [String]) -> [String] {
    distinctEnds(paths.map(pathParts)).map { $0.joined(separator: "/") }
  }
}

// The rules of a policy in several reports: their words, and their ids in each.
extension Comparison {
  /// The rules of a policy in every report that has it.
  private static func joined(
    _ rules: [[ReportRecord.ListedRule]]
  ) -> [(words: String, ids: [RuleID?])] {
    // Rules are the same if their ids are, or their texts where a number stands in the id.
    func key(_ rule: ReportRecord.ListedRule) -> String {
      rule.id.isNumbered ? rule.text : rule.id.text
    }
    return rules.flatMap { $0.map(key) }.uniqued().map { wanted in
      let same = rules.map { $0.first { key($0) == wanted } }
      let words = same.compactMap { $0?.words }.uniqued().joined(separator: " → ")
      return (words, same.map { $0?.id })
    }
  }
}

/// The rules of a policy in two reports, in the order of the newer text, followed by the dropped
/// ones.
private func paired(
  _ old: [ReportRecord.ListedRule], _ new: [ReportRecord.ListedRule]
) -> [(words: String, ids: [RuleID?])] {
  // Rules are equal if their texts are, or their ids without a number: minlength: 8 and 12.
  var taken: Set<RuleID> = []
  func partner(of rule: ReportRecord.ListedRule) -> ReportRecord.ListedRule? {
    let found =
      old.first { $0.text == rule.text && !taken.contains($0.id) }
      ?? old.first { $0.id == rule.id && !rule.id.isNumbered && !taken.contains($0.id) }
    if let found { taken.insert(found.id) }
    return found
  }
  let paired: [(String, [RuleID?])] = new.map { rule in
    guard let partner = partner(of: rule) else { return (rule.words, [nil, rule.id]) }
    let words = partner.text == rule.text ? rule.words : "\(partner.words) → \(rule.words)"
    return (words, [partner.id, rule.id])
  }
  return paired + old.filter { !taken.contains($0.id) }.map { ($0.words, [$0.id, nil]) }
}

// What readers should know before they compare.
extension Comparison {
  /// The policies that only one of two reports has.
  private static func missing(
    _ sides: [ReportRecord], _ labels: [String], _ blocks: [Block]
  ) -> [String] {
    sides.indices.compactMap { side in
      let paired = blocks.compactMap { $0.found[side]?.name }
      let alone = sides[side].policies.map(\.name).filter { !paired.contains($0) }
      guard !alone.isEmpty else { return nil }
      let names = alone.prefix(12).map { clipped($0, to: 60) }.joined(separator: ", ")
      let more = alone.count > 12 ? " and \(alone.count - 12) more" : ""
      return "Only in the \(labels[side]) report: \(names)\(more)."
    }
  }

  /// The policies that some of several reports lack.
  private static func missing(_ blocks: [Block], _ labels: [String]) -> [String] {
    blocks.compactMap { block in
      let names = zip(block.found, labels).filter { $0.0 == nil }.map(\.1)
      return names.isEmpty
        ? nil
        : "\(clipped(block.title, to: 60)) is not in \(names.joined(separator: ", "))."
    }
  }

  /// Differences in how passwords were judged, which may explain differing figures.
  private static func differences(_ old: ReportRecord, _ new: ReportRecord) -> [String] {
    var told: [String] = []
    for name in Set(old.readings.keys).union(new.readings.keys).sorted() {
      let (before, after) = (old.readings[name], new.readings[name])
      if before != after {
        told.append(
          "Not judged alike: \(name) was '\(before ?? "not asked for")', and is "
            + "'\(after ?? "not asked for")'.")
      }
    }
    if old.blocklists != new.blocklists {
      told.append(
        "Not the same blocklists: \(old.blocklists.joined(separator: "; ")) before, "
          + "\(new.blocklists.joined(separator: "; ")) now.")
    }
    for (record, which) in [(old, "old"), (new, "new")] {
      if !record.isComplete {
        told.append("The \(which) report is incomplete: not everything could be counted.")
      }
      told += record.warnings.map { "Warning of the \(which) report: \($0)" }
    }
    return told
  }

  /// The same of several reports.
  private static func differences(_ sides: [ReportRecord], _ labels: [String]) -> [String] {
    func told(_ subject: String, _ values: [String]) -> String? {
      guard Set(values).count > 1 else { return nil }
      let each = zip(labels, values).map { "\($0) '\($1)'" }
      return "Not judged alike: \(subject) is \(each.joined(separator: ", "))."
    }
    let names = Set(sides.flatMap(\.readings.keys)).sorted()
    let readings = names.compactMap { name in
      told(name, sides.map { $0.readings[name] ?? "not asked for" })
    }
    let lists = told(
      "the set of blocklists",
      sides.map { $0.blocklists.isEmpty ? "none" : $0.blocklists.joined(separator: "; ") })
    let incomplete = zip(sides, labels).filter { !$0.0.isComplete }.map {
      "The report of \($0.1) is incomplete: not everything could be counted."
    }
    let warnings = zip(sides, labels).flatMap { side, label in
      side.warnings.map { "Warning of the report of \(label): \($0)" }
    }
    return readings + [lists].compactMap(\.self) + incomplete + warnings
  }
}
