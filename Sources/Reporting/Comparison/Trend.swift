import Diagnostics
import PasswordRules

/// Compares three reports or more: a column for each, in the order given.
///
///     let trend = Trend([first, second, third], paths: ["2023", "2024", "2025"])
///     try print(TrendText(trend, ink: ink).text)
package struct Trend: Sendable {
  /// The reports.
  package let sides: [ReportRecord]
  /// A name for each report; all differ.
  let labels: [String]
  /// The figures of all passwords, then the figures of each policy.
  let blocks: [Block]
  /// Sentences about policies that a report lacks, and about readings that differ.
  let remarks: [String]

  /// The most reports side by side.
  package static let mostSides = 12

  /// The figures of all passwords, or of one policy.
  struct Block: Sendable {
    /// The policy's name; nil for all passwords.
    let policy: String?
    /// The policy in each report; nil where there is none.
    let found: [ReportRecord.Policy?]
    /// The figures.
    let rows: [Row]

    /// `all passwords`, or the policy's name.
    var title: String { policy ?? "all passwords" }
  }

  /// One figure in every report.
  struct Row: Sendable {
    /// The subject.
    let subject: Comparison.Subject
    /// Whether it is about the passwords that comply with a policy.
    var isOfCompliant = false
    /// The figure in each report; nil where there is none.
    let measures: [Comparison.Measure?]

    /// The name of the figure: `of these, on a blocklist`.
    var name: String { (isOfCompliant ? "of these, " : "") + subject.words }

    /// The difference between the last report and the first one, as in a comparison of both.
    var difference: String {
      Comparison.Row(
        subject: subject, old: measures.first.flatMap(\.self), new: measures.last.flatMap(\.self)
      ).difference
    }
  }

  /// Compares reports that were read from these paths.
  ///
  /// Policies match by name; if each report has only one policy, these match under any names.
  package init(_ sides: [ReportRecord], paths: [String]) {
    self.sides = sides
    labels = Self.labels(sides, paths)
    let isSingle = sides.allSatisfy { $0.policies.count == 1 }
    let names = isSingle ? [""] : sides.flatMap { $0.policies.map(\.name) }.uniqued()
    blocks =
      [Block(policy: nil, found: [], rows: Self.rows(sides))]
      + names.map { name in
        let found = sides.map { side in
          isSingle ? side.policies.first : side.policies.first { $0.name == name }
        }
        let title = found.compactMap { $0?.name }.uniqued().joined(separator: " → ")
        return Block(policy: title, found: found, rows: Self.rows(sides, found))
      }
    remarks = Self.missing(blocks, labels) + Self.differences(sides, labels)
  }

  /// The policies' blocks.
  var policies: ArraySlice<Block> { blocks.dropFirst() }

  /// The reports compared: `2023, 2024, 2025`.
  var title: String { labels.joined(separator: ", ") }

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

  /// The figures of all passwords.
  private static func rows(_ sides: [ReportRecord]) -> [Row] {
    let subjects: [Comparison.Subject] =
      [.passwords, .distinctPasswords] + (0...4).map { .score($0) }
      + [.easy, .cracked, .listed, .related, .medianLength]
    return subjects.map { subject in
      Row(subject: subject, measures: sides.map { $0.measure(subject) })
    }.filter(\.isKnown)
  }

  /// The figures of a policy, which each report has or not.
  private static func rows(_ sides: [ReportRecord], _ found: [ReportRecord.Policy?]) -> [Row] {
    let places = Array(zip(sides, found))
    func row(_ subject: Comparison.Subject, isOfCompliant: Bool = false) -> Row {
      Row(
        subject: subject, isOfCompliant: isOfCompliant,
        measures: places.map { side, policy in
          policy.flatMap { side.measure(subject, $0.cell) }
        })
    }
    let rules = places.map { side, policy in policy.map(side.rules) ?? [] }
    // Rules are the same if their ids are, or their texts where a number stands in the id.
    func key(_ rule: ReportRecord.ListedRule) -> String {
      rule.id.isNumbered ? rule.text : rule.id.text
    }
    let ruleRows = rules.flatMap { $0.map(key) }.uniqued().flatMap { wanted -> [Row] in
      let ids = rules.map { $0.first { key($0) == wanted } }
      func measures(_ metric: String) -> [Comparison.Measure?] {
        zip(places, ids).map { place, rule in
          place.1.flatMap { place.0.measure(metric, of: rule?.id, $0.cell) }
        }
      }
      let words = ids.compactMap { $0?.words }.uniqued().joined(separator: " → ")
      return [
        Row(subject: .breakRule(words), measures: measures("violation")),
        Row(subject: .breakOnlyIt, measures: measures("violation_only")),
      ]
    }
    let left: [Comparison.Subject] = [.easy, .cracked, .listed, .related, .medianLength]
    return [row(.comply)] + ruleRows
      + (left.map { row($0, isOfCompliant: true) } + [row(.bits)]).filter(\.isKnown)
  }

  private static func missing(_ blocks: [Block], _ labels: [String]) -> [String] {
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

extension Trend.Row {
  /// Whether any report has the figure.
  var isKnown: Bool { measures.contains { $0 != nil } }
}
