import Diagnostics
import PasswordPolicies

/// Compares three reports or more: a column for each, in the order given.
///
///     let trend = Trend([first, second, third], paths: ["2023", "2024", "2025"])
///     try print(TrendText(trend, ink: ink).text)
package struct Trend: Sendable {
  /// The reports.
  package let sides: [ReportRecord]
  /// A name for each report; all differ.
  package let labels: [String]
  /// The figures of all passwords, then the figures of each policy.
  package let blocks: [Comparison.Block]
  /// Sentences about policies that a report lacks, and about readings that differ.
  package let remarks: [String]

  /// The most reports side by side.
  package static let mostSides = 12

  /// Compares reports that were read from these paths.
  ///
  /// Policies match by name; if each report has only one policy, these match under any names.
  package init(_ sides: [ReportRecord], paths: [String]) {
    self.sides = sides
    labels = Self.labels(sides, paths)
    let isSingle = sides.allSatisfy { $0.policies.count == 1 }
    let names = isSingle ? [""] : sides.flatMap { $0.policies.map(\.name) }.uniqued()
    blocks =
      [Comparison.Block(sides)]
      + names.map { name in
        let found = sides.map { side in
          isSingle ? side.policies.first : side.policies.first { $0.name == name }
        }
        let title = found.compactMap { $0?.name }.uniqued().joined(separator: " → ")
        return Comparison.Block(title, sides, found, rules: Self.rules(sides, found))
      }
    remarks = Self.missing(blocks, labels) + Self.differences(sides, labels)
  }

  /// The policies' blocks.
  package var policies: ArraySlice<Comparison.Block> { blocks.dropFirst() }

  /// The reports compared: `2023, 2024, 2025`.
  package var title: String { labels.joined(separator: ", ") }

  /// The label of each report: its dataset; if they are alike, the end of its list's path; else the
  /// end of its own.
  private static func labels(_ sides: [ReportRecord], _ paths: [String]) -> [String] {
    func ends(_ paths: [String]) -> [String] {
      distinctEnds(paths.map(pathParts)).map { $0.joined(separator: "/") }
    }
    let lists = sides.allSatisfy { $0.lists.count == 1 } ? ends(sides.flatMap(\.lists)) : []
    let candidates = [sides.map(\.dataset), lists, ends(paths)]
    if let labels = candidates.first(where: { Set($0).count == sides.count }) { return labels }
    return ends(paths).enumerated().map { "\($0.element) (\($0.offset + 1))" }
  }

  /// The rules of a policy in every report that has it: their words, and their ids in each.
  private static func rules(
    _ sides: [ReportRecord], _ found: [ReportRecord.Policy?]
  ) -> [(words: String, ids: [RuleID?])] {
    let rules = zip(sides, found).map { side, policy in policy.map(side.rules) ?? [] }
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

  private static func missing(_ blocks: [Comparison.Block], _ labels: [String]) -> [String] {
    blocks.compactMap { block in
      let names = zip(block.found, labels).filter { $0.0 == nil }.map(\.1)
      return names.isEmpty
        ? nil
        : "\(clipped(block.title, toCharacters: 60)) is not in \(names.joined(separator: ", "))."
    }
  }

  /// Differences in how passwords were judged, which may explain differing figures.
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
    return readings + [lists].compactMap(\.self) + incomplete
  }
}
