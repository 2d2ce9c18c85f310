import Findings
import PasswordRules

extension ReportRecord {
  /// A figure about all passwords or, with a policy's cell, about those that comply with it; nil if
  /// the report lacks it.
  func measure(_ subject: Comparison.Subject, _ policy: String = "") -> Comparison.Measure? {
    let prefix = policy.isEmpty ? "" : "survivors_"
    switch subject {
    case .passwords: return .count(entries)
    case .distinctPasswords:
      return count("", "entries", "audited", unit: "distinct").map(Comparison.Measure.count)
    case .score(let score):
      return part("", "score", String(score)).map(Comparison.Measure.part)
    case .comply:
      return part(policy, "compliance", "compliant").map(Comparison.Measure.part)
    case .easy:
      guard let zero = part(policy, prefix + "score", "0"),
        let one = part(policy, prefix + "score", "1")
      else { return nil }
      return .part(
        Part(zero.count &+ one.count, of: zero.total, isOfCompliant: zero.isOfCompliant))
    case .cracked:
      return part(policy, prefix + "cracked", Comparison.Subject.attack.name)
        .map(Comparison.Measure.part)
    case .listed:
      return part(policy, prefix + "blocklist", "none").map { .part($0.rest) }
    case .related:
      return part(policy, prefix + "user_name", "none").map { .part($0.rest) }
    case .medianLength: return medianLength(policy).map { .count(UInt64($0)) }
    case .bits:
      return count(policy, "space_bits", "floor", unit: "microbits").map { .bits(Double($0) / 1e6) }
    case .breakRule, .breakOnlyIt: return nil
    }
  }

  /// The passwords that break a rule, in the metric `violation` or `violation_only`; nil without the
  /// rule.
  func measure(_ metric: String, of rule: RuleID?, _ policy: String) -> Comparison.Measure? {
    rule.flatMap { part(policy, metric, $0.text) }.map(Comparison.Measure.part)
  }

  /// A rule of a policy in a report.
  struct ListedRule {
    let id: RuleID
    let text: String
    let words: String
  }

  /// The rules of the policy's text, and the rules that only the table has because this program
  /// cannot read them.
  func rules(of policy: Policy) -> [ListedRule] {
    // The manifest puts alternatives on one line.
    let text = policy.text.replacing("; or ", with: ";\nor\n")
    let read =
      PolicyReading(policyFile: Array(text.utf8), file: "report").policies.first?.rules ?? []
    let known = Set(read.map(\.id))
    let counted = keys.filter { $0.policy == policy.cell && $0.metric == "violation" }
    return read.map { ListedRule(id: $0.id, text: $0.text, words: $0.words) }
      + counted.filter { $0.unit == "entries" && !known.contains(RuleID($0.bucket)) }.map {
        ListedRule(id: RuleID($0.bucket), text: $0.bucket, words: $0.bucket)
      }
  }
}

extension Part {
  /// All others of the same total.
  fileprivate var rest: Part {
    Part(total &- min(count, total), of: total, isOfCompliant: isOfCompliant)
  }
}
