import Diagnostics
import Findings
import PasswordRules

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
  let blocks: [Block]
  /// The cells of renamed policies in the newer table, by their cells in the older one.
  let renamed: [String: String]
  /// Sentences about policies that only one report has, and about readings that differ.
  let remarks: [String]

  /// The figures of all passwords, or of one policy.
  struct Block: Sendable {
    /// The policy's name; nil for all passwords.
    let policy: String?
    /// The policy's text in both reports.
    let texts: (old: String, new: String)?
    /// The figures.
    let rows: [Row]

    /// `all passwords`, or the policy's name.
    var title: String { policy ?? "all passwords" }
    /// The row of a subject; nil if neither report has it.
    func row(_ subject: Subject) -> Row? { rows.first { $0.subject == subject } }
  }

  /// One figure in both reports.
  struct Row: Sendable {
    /// The subject.
    let subject: Subject
    /// Whether it is about the passwords that comply with a policy.
    var isOfCompliant = false
    let old: Measure?
    let new: Measure?

    /// The name of the figure: `of these, on a blocklist`.
    var name: String { (isOfCompliant ? "of these, " : "") + subject.words }
  }

  /// A figure.
  enum Measure: Hashable, Sendable {
    case part(Part)
    case count(UInt64)
    case bits(Double)
  }

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
      [Block(policy: nil, texts: nil, rows: Self.rows(old, new))]
      + pairs.map { pair in
        let name =
          pair.old.name == pair.new.name
          ? pair.old.name : "\(pair.old.name) → \(pair.new.name)"
        return Block(
          policy: name, texts: (pair.old.text, pair.new.text),
          rows: Self.rows(of: pair.old, pair.new, old, new))
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
  var policies: ArraySlice<Block> { blocks.dropFirst() }

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

  /// The figures of all passwords.
  private static func rows(_ old: ReportRecord, _ new: ReportRecord) -> [Row] {
    func row(_ subject: Subject, _ measure: (ReportRecord) -> Measure?) -> Row? {
      let (before, after) = (measure(old), measure(new))
      return before == nil && after == nil ? nil : Row(subject: subject, old: before, new: after)
    }
    let subjects = [.passwords, .distinctPasswords] + (0...4).map { Subject.score($0) }
    return subjects.compactMap { subject in row(subject) { $0.measure(subject) } }
      + left("", "", old, new)
  }

  /// The figures of a policy.
  private static func rows(
    of before: ReportRecord.Policy, _ after: ReportRecord.Policy, _ old: ReportRecord,
    _ new: ReportRecord
  ) -> [Row] {
    let (first, second) = (before.cell, after.cell)
    var rows = [
      Row(
        subject: .comply, old: old.measure(.comply, first), new: new.measure(.comply, second))
    ]
    for rule in RuleNames(before, after, old, new).all {
      rows.append(
        Row(
          subject: .breakRule(rule.words),
          old: old.measure("violation", of: rule.old, first),
          new: new.measure("violation", of: rule.new, second)))
      rows.append(
        Row(
          subject: .breakOnlyIt,
          old: old.measure("violation_only", of: rule.old, first),
          new: new.measure("violation_only", of: rule.new, second)))
    }
    return rows + left(first, second, old, new)
      + [bits(first, second, old, new)].compactMap(\.self)
  }

  /// The strength, blocklist and length figures of all passwords, or of compliant ones.
  private static func left(
    _ first: String, _ second: String, _ old: ReportRecord, _ new: ReportRecord
  ) -> [Row] {
    [.easy, .cracked, .listed, .related, .medianLength].compactMap { (subject: Subject) in
      let (before, after) = (old.measure(subject, first), new.measure(subject, second))
      return before == nil && after == nil
        ? nil : Row(subject: subject, isOfCompliant: !first.isEmpty, old: before, new: after)
    }
  }

  private static func bits(
    _ first: String, _ second: String, _ old: ReportRecord, _ new: ReportRecord
  ) -> Row? {
    let (before, after) = (old.measure(.bits, first), new.measure(.bits, second))
    return before == nil && after == nil ? nil : Row(subject: .bits, old: before, new: after)
  }
}

extension Comparison.Measure {
  /// The figure in words: `57.4 %`, `1,234`, `52.56`.
  var words: String {
    switch self {
    case .part(let part): part.percent
    case .count(let count): grouped(count)
    case .bits(let bits): bitsWord(bits)
    }
  }
}

extension Comparison.Row {
  /// The difference, for shares in percentage points: `+3.2`, `−1,204`, `0.0`; empty if one report
  /// lacks the figure.
  var difference: String {
    switch (old, new) {
    case (.part(let before), .part(let after)):
      before.isStated && after.isStated ? points(after.share - before.share) : ""
    case (.count(let before), .count(let after)):
      after > before
        ? "+\(grouped(after &- before))"
        : after < before ? "−\(grouped(before &- after))" : "0"
    case (.bits(let before), .bits(let after)):
      (after >= before ? "+" : "−") + bitsWord(abs(after - before))
    default: ""
    }
  }

  /// Whether the difference is in percentage points.
  var isInPoints: Bool {
    if case .part = old, case .part = new { return true }
    return false
  }
}

/// The rules of a policy in two reports, in the order of the newer text, followed by the dropped
/// ones.
private struct RuleNames {
  /// The words of a rule, and its id in each report; nil if the policy lacks it there.
  let all: [(words: String, old: RuleID?, new: RuleID?)]

  init(
    _ before: ReportRecord.Policy, _ after: ReportRecord.Policy, _ old: ReportRecord,
    _ new: ReportRecord
  ) {
    let (old, new) = (old.rules(of: before), new.rules(of: after))
    // Rules are equal if their texts are, or their ids without a number: minlength: 8 and 12.
    var taken: Set<RuleID> = []
    func partner(of rule: ReportRecord.ListedRule) -> ReportRecord.ListedRule? {
      let found =
        old.first { $0.text == rule.text && !taken.contains($0.id) }
        ?? old.first { $0.id == rule.id && !rule.id.isNumbered && !taken.contains($0.id) }
      if let found { taken.insert(found.id) }
      return found
    }
    var all: [(String, RuleID?, RuleID?)] = new.map { rule in
      guard let partner = partner(of: rule) else { return (rule.words, nil, rule.id) }
      let words = partner.text == rule.text ? rule.words : "\(partner.words) → \(rule.words)"
      return (words, partner.id, rule.id)
    }
    all += old.filter { !taken.contains($0.id) }.map { ($0.words, $0.id, nil) }
    self.all = all
  }
}
