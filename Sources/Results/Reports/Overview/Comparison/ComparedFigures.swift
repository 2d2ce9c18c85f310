import Metrics
import PasswordPolicies

extension Comparison {
  /// The figures of all passwords, or of one policy, in each of some reports.
  package struct Block: Sendable {
    /// The policy's name; nil for all passwords.
    package let policy: String?
    /// The policy in each report, nil where there is none; empty for all passwords.
    package let found: [ReportRecord.Policy?]
    /// The figures.
    package let rows: [Row]

    /// `all passwords`, or the policy's name.
    package var title: String { policy ?? "all passwords" }
    /// The row of a subject; nil if no report has it.
    package func row(_ subject: Subject) -> Row? { rows.first { $0.subject == subject } }
  }

  /// One figure in each of some reports.
  package struct Row: Sendable {
    package let subject: Subject
    /// Whether it is about the passwords that comply with a policy.
    var isOfCompliant = false
    /// The figure in each report; nil where there is none.
    package let measures: [Measure?]

    /// The name of the figure: `accepted, on a blocklist`.
    package var name: String { (isOfCompliant ? "accepted, " : "") + subject.words }
    /// The figure in the first report.
    package var old: Measure? { measures.first.flatMap(\.self) }
    /// The figure in the last report.
    package var new: Measure? { measures.last.flatMap(\.self) }
    /// Whether any report has the figure.
    var isKnown: Bool { measures.contains { $0 != nil } }
  }

  /// A figure.
  package enum Measure: Hashable, Sendable {
    case part(Part)
    case count(UInt64)
    case bits(Double)
  }
}

extension Comparison.Block {
  /// The figures of all passwords.
  init(_ sides: [ReportRecord]) {
    let subjects: [Comparison.Subject] =
      [.passwords, .distinctPasswords] + (0...4).map { .score($0) } + Comparison.Subject.left(sides)
    let rows = subjects.map { subject in
      Comparison.Row(subject: subject, measures: sides.map { $0.measure(subject) })
    }
    self.init(policy: nil, found: [], rows: rows.filter(\.isKnown))
  }

  /// The figures of a policy, which each report has or not, with its rules: their words, and their
  /// ids in each report.
  init(
    _ policy: String, _ sides: [ReportRecord], _ found: [ReportRecord.Policy?],
    rules: [(words: String, ids: [RuleID?])]
  ) {
    let places = Array(zip(sides, found))
    func row(_ subject: Comparison.Subject, isOfCompliant: Bool = false) -> Comparison.Row {
      Comparison.Row(
        subject: subject, isOfCompliant: isOfCompliant,
        measures: places.map { side, policy in
          policy.flatMap { side.measure(subject, $0.cell) }
        })
    }
    let ofRules = rules.flatMap { words, ids in
      [(Comparison.Subject.breakRule(words), Metric.violation), (.breakOnlyIt, .violationOnly)].map
      {
        subject, metric in
        Comparison.Row(
          subject: subject,
          measures: zip(places, ids).map { place, id in
            place.1.flatMap { place.0.measure(metric, of: id, $0.cell) }
          })
      }
    }
    let left = Comparison.Subject.left(sides).map { row($0, isOfCompliant: true) } + [row(.bits)]
    self.init(
      policy: policy, found: found, rows: [row(.comply)] + ofRules + left.filter(\.isKnown))
  }
}

extension Comparison.Measure {
  /// The figure in words: `57.4 %`, `1,234`, `52.56`.
  package var words: String {
    switch self {
    case .part(let part): part.percent
    case .count(let count): grouped(count)
    case .bits(let bits): bitsWord(bits)
    }
  }

  /// The share, if it is one.
  package var part: Part? {
    if case .part(let part) = self { return part }
    return nil
  }
}

extension Comparison.Row {
  /// The difference between the last report and the first one, for shares in percentage points:
  /// `+3.2`, `−1,204`, `0.0`; empty if one of them lacks the figure.
  package var difference: String {
    switch (old, new) {
    case (.part(let before), .part(let after)):
      after.points(since: before) ?? ""
    case (.count(let before), .count(let after)):
      after > before
        ? "+\(grouped(after &- before))"
        : after < before ? "−\(grouped(before &- after))" : "0"
    case (.bits(let before), .bits(let after)):
      (after >= before ? "+" : "−") + bitsWord(abs(after - before))
    default: ""
    }
  }

  /// Whether it is a share in every report that has it.
  package var isOfShares: Bool { measures.allSatisfy { $0.map { $0.part != nil } ?? true } }
}
