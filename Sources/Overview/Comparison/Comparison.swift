import Diagnostics
import PasswordPolicies

/// Compares two reports: before and after, or one year and the next.
///
///     let comparison = Comparison(old, new)
///     let screen = ComparisonText(comparison, ink: ink).text
package struct Comparison: Sendable {
  /// The older report.
  package let old: ReportRecord
  /// The newer report.
  package let new: ReportRecord
  /// The figures of all passwords, then the figures of each policy that is in both reports.
  package let blocks: [Block]
  /// The cells of renamed policies in the newer table, by their cells in the older one.
  package let renamed: [String: String]
  /// Sentences about policies that only one report has, and about readings that differ.
  package let remarks: [String]

  /// Compares two reports.
  ///
  /// Policies match by name; if each report has only one policy, these match under any names.
  package init(_ old: ReportRecord, _ new: ReportRecord) {
    self.old = old
    self.new = new
    var pairs: [(old: ReportRecord.Policy, new: ReportRecord.Policy)] = []
    if old.policies.count == 1, new.policies.count == 1, let a = old.policies.first,
      let b = new.policies.first
    {
      pairs = [(a, b)]
    } else {
      let known = Dictionary(
        new.policies.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      pairs = old.policies.compactMap { policy in known[policy.name].map { (policy, $0) } }
    }
    blocks =
      [Block([old, new])]
      + pairs.map { pair in
        let name =
          pair.old.name == pair.new.name
          ? pair.old.name : "\(pair.old.name) → \(pair.new.name)"
        return Block(
          name, [old, new], [pair.old, pair.new],
          rules: Self.rules(old.rules(of: pair.old), new.rules(of: pair.new)))
      }
    renamed = Dictionary(
      pairs.filter { $0.old.cell != $0.new.cell }.map { ($0.old.cell, $0.new.cell) },
      uniquingKeysWith: { first, _ in first })
    remarks =
      Self.missing(old, pairs.map(\.old.name), "old")
      + Self.missing(new, pairs.map(\.new.name), "new")
      + Self.differences(old, new)
  }

  /// The policies' blocks.
  package var policies: ArraySlice<Block> { blocks.dropFirst() }

  private static func missing(
    _ record: ReportRecord, _ paired: [String], _ which: String
  ) -> [String] {
    let alone = record.policies.map(\.name).filter { !paired.contains($0) }
    guard !alone.isEmpty else { return [] }
    let names = alone.prefix(12).map { clipped($0, toCharacters: 60) }.joined(separator: ", ")
    let more = alone.count > 12 ? " and \(alone.count - 12) more" : ""
    return ["Only in the \(which) report: \(names)\(more)."]
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
    for (record, which) in [(old, "old"), (new, "new")] where !record.isComplete {
      told.append("The \(which) report is incomplete: not everything could be counted.")
    }
    return told
  }

  /// The rules of a policy in two reports, in the order of the newer text, followed by the dropped
  /// ones: their words, and the ids in each report.
  private static func rules(
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
}

extension Comparison {
  /// The reports compared: `leaked-2024 → leaked-2025`, or `2024/dump.txt → 2025/dump.txt`.
  package var title: String {
    if old.dataset != new.dataset { return "\(old.dataset) → \(new.dataset)" }
    if old.lists.count == 1, new.lists.count == 1 {
      let ends = distinctEnds((old.lists + new.lists).map(pathParts))
      if ends[0] != ends[1] {
        return ends.map { $0.joined(separator: "/") }.joined(separator: " → ")
      }
    }
    return "\(old.dataset): old → new"
  }

  /// The changes in sentences: for each of the first policies, how many passwords comply and how
  /// easy these are.
  package var sentences: [Sentence] {
    policies.prefix(4).compactMap { block in
      guard let comply = block.row(.comply), case .part(let before) = comply.old,
        case .part(let after) = comply.new
      else { return nil }
      var pieces: [Sentence.Piece] = [
        .number(after.percent), .words(" of the new passwords comply with "),
        .name(block.title), .words(", "), .number(before.percent), .words(" of the old ones: "),
        .number("\(points(after.share - before.share)) points"),
      ]
      if let easy = block.row(.easy), case .part(let old) = easy.old,
        case .part(let new) = easy.new,
        old.isStated, new.isStated
      {
        pieces += [
          .words("; of those that comply "), .number(new.percent),
          .words(" are easy to guess, were "),
          .number(old.percent),
        ]
      }
      return Sentence(pieces + [.words(".")])
    }
  }
}
