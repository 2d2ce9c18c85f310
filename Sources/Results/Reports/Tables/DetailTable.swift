import Metrics
import PasswordPolicies
import PasswordSpaces
import Workers

/// The tables of a report: its counts, the rules that their buckets name, the policies' effects on the
/// space of passwords, and metrics of guessing human passwords.
///
/// UTF-8, LF, a header; counts are whole numbers, bits have six decimals, shares six significant
/// digits. Names are made harmless as in ``HistogramTable``.
package enum DetailTable: String, Hashable, Sendable, CaseIterable {
  /// A row for each bin of a metric; it is written row by row, so its bytes are made apart.
  case audit
  /// A row for each policy and rule: the rule's text, by the id that is a bucket of `audit.csv`.
  case rules
  /// A row for each policy, standard and clause: the verdict, and what shows it.
  case clauses
  /// A row for each policy: what it refuses, and what is known of what it accepts.
  case results
  /// A row for each policy: the keyspace.
  case policy
  /// A row for each policy and length.
  case keyspace
  /// A row for each policy, length and rule.
  case ruleCost = "rule_cost"
  /// A row for all passwords and for each policy: metrics of guessing.
  case empirical
  /// A row for each policy, attacker and number of guesses.
  case curve
  /// A row for each policy and number of occurrences; parts without common passwords add up.
  case spectrum
  /// A row for each policy and assumption on what the refused do: metrics of guessing.
  case behaviour
  /// A row for each metric, assumption and policy: its rank.
  case ranking
  /// A row for each pair of policies and number of guesses: when their order turns.
  case flips

  /// The tables beside `audit.csv`.
  package static let besides = allCases.filter { $0 != .audit }

  /// What is known of the table besides its rows.
  package var schema: TableSchema {
    switch self {
    case .audit: HistogramTable.schema
    case .rules: Self.ruleTable.schema
    case .clauses: ClausesReport.table.schema
    case .results: PolicyNumber.table.schema
    case .policy: KeyspaceTable.policy.schema
    case .keyspace: KeyspaceTable.keyspace.schema
    case .ruleCost: KeyspaceTable.ruleCost.schema
    case .empirical: EmpiricalRow.table.schema
    case .curve: Self.curveTable.schema
    case .spectrum: Self.spectrumTable.schema
    case .behaviour: BehaviourTable.behaviour.schema
    case .ranking: BehaviourTable.ranking.schema
    case .flips: BehaviourTable.flips.schema
    }
  }

  /// The table; nil if the report lacks its data.
  package func filled(_ report: Report) -> FilledTable? {
    let dataset = report.manifest.dataset
    let behaviours = report.behaviours.map { BehaviourTable($0, dataset) }
    let spaces = report.space?.map { (keyspace: $0.keyspace, costs: $0.costs) }
    switch self {
    case .audit: return HistogramTable(report).filled
    case .rules:
      return Self.ruleTable.filled(
        report.findings.policies.lazy.flatMap { policy in
          policy.rules.map { (dataset, policy.name, $0.id.text, $0.text) }
        })
    case .clauses:
      let asked = report.standards.value.asked
      return asked.isEmpty ? nil : ClausesReport.filled(asked)
    case .results:
      return PolicyNumber.table.filled(
        report.overview.policyRows, isFolded: report.findings.folding != nil)
    case .policy: return spaces.map(KeyspaceTable.policy.filled)
    case .keyspace: return spaces.map(KeyspaceTable.keyspace.filled)
    case .ruleCost: return spaces.map(KeyspaceTable.ruleCost.filled)
    case .empirical:
      return report.guessed.map { guessing in
        EmpiricalRow.table.filled(
          EmpiricalRow.all(guessing, dataset, lines: report.findings.list.lines),
          isFolded: guessing.isFolded)
      }
    case .curve:
      return report.guessing.map { guessing in
        Self.curveTable.filled(
          Self.all(guessing).lazy.flatMap { policy in
            policy.curves.lazy.flatMap { curve in
              curve.points.lazy.map { (dataset, policy.policy, curve, $0) }
            }
          })
      }
    case .spectrum:
      return report.guessing.map { guessing in
        Self.spectrumTable.filled(
          Self.all(guessing).lazy.flatMap { policy in
            policy.spectrum.levels.lazy.map { (dataset, policy.policy, $0) }
          })
      }
    case .behaviour: return behaviours?.rows
    case .ranking: return behaviours?.ranks
    case .flips: return behaviours?.flips
    }
  }

  private static func all(_ guessing: GuessingFindings) -> [PolicyGuessing] {
    [guessing.whole] + guessing.policies
  }

  typealias RuleRow = (dataset: String, policy: String, id: String, text: String)

  static let ruleTable = Table<RuleRow>(
    "rules", "A row for each policy and rule.", from: "always",
    [
      .name("dataset", "the list") { $0.dataset }, .name("policy", "the policy") { $0.policy },
      .name("rule", "the id that is a bucket of the metrics violation… of audit.csv") { $0.id },
      .name("text", "the rule") { $0.text },
    ])

  typealias CurveRow = (
    dataset: String, policy: String?, curve: AttackCurve, point: AttackCurve.Point
  )

  static let curveTable = Table<CurveRow>(
    "curve", "A row for each policy, attacker and number of guesses.", from: "--distinct",
    [
      .name("dataset", "the list") { $0.dataset },
      .name("policy", "the policy", empty: "for all passwords") { $0.policy },
      .word("attacker", "what the attacker knows: see guessing.md") { $0.curve.attacker.name },
      .rank("guesses", "guesses on each account") { $0.point.guesses },
      .count("guessed", of: "passwords", "passwords guessed") { $0.point.cracked },
      .share(
        "guessed_share", of: "the accepted, or of all passwords (population, occurrences)",
        "passwords guessed"
      ) { $0.point.share },
    ])

  typealias LevelRow = (dataset: String, policy: String?, level: CountSpectrum.Level)

  static let spectrumTable = Table<LevelRow>(
    "spectrum", "A row for each policy and number of occurrences.", from: "--distinct",
    [
      .name("dataset", "the list") { $0.dataset },
      .name("policy", "the policy", empty: "for all passwords") { $0.policy },
      .count("count", of: "occurrences", "how often a password occurs") { $0.level.occurrences },
      .count(
        "passwords", of: "different passwords", "how many passwords occur so often",
        \.level.passwords),
    ])
}
