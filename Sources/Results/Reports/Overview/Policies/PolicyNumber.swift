import Diagnostics
import Metrics
import PasswordSpaces

/// A policy of a report: a row of `results.csv`, of `results` in `audit.json`, of the page's and of
/// Markdown's table of policies.
struct PolicyRow {
  let policy: PolicyOverview
  let dataset: String
  let error: StatedError?

  /// How far the share guessed in a day may be from attacks; nil without such a share.
  var errorInDay: StatedError? { policy.survivors?.strength?.headline == nil ? nil : error }
}

extension ReportOverview {
  /// The rows of its policies.
  var policyRows: [PolicyRow] {
    policies.map { PolicyRow(policy: $0, dataset: manifest.dataset, error: error(of: $0)) }
  }

  /// The numbers that this report has, in the order of its tables.
  var policyNumbers: [(number: PolicyNumber, heading: PolicyNumber.Heading)] {
    PolicyNumber.all.compactMap { number in number.heading(self).map { (number, $0) } }
  }
}

/// A number about the passwords that comply with a policy, declared once: tables, JSON, screens, the
/// page and the documentation follow.
struct PolicyNumber: Sendable {
  /// Its columns.
  let columns: [Column<PolicyRow>]
  /// The number in words; nil where there is none.
  let words: @Sendable (PolicyOverview) -> String?
  /// The words that follow it in a sentence; nil if it stands in tables only.
  var brief: @Sendable (PolicyOverview) -> String? = { _ in nil }
  /// Its heading; nil in a report without it.
  let heading: @Sendable (ReportOverview) -> Heading?

  /// A heading where a table has words for it, and where it has little room.
  typealias Heading = (long: String, short: String)

  /// A part of those that comply: its count and its share.
  private static func part(
    _ name: String, _ meaning: String, _ brief: String? = nil, empty gap: String,
    beside others: [Column<PolicyRow>] = [],
    heading: @escaping @Sendable (ReportOverview) -> Heading?,
    _ part: @escaping @Sendable (PolicyOverview) -> Part?
  ) -> PolicyNumber {
    PolicyNumber(
      columns: .parts(
        name, of: "accepted passwords", meaning, empty: "\(Gap.nothingAccepted), or \(gap)"
      ) { part($0.policy) } + others,
      words: { part($0)?.percent }, brief: { _ in brief }, heading: heading)
  }

  /// Every number, in the order of tables.
  static let all: [PolicyNumber] = [
    .part(
      "easy", "those with zxcvbn's score 0 or 1", "with zxcvbn's score 0 or 1",
      empty: "without zxcvbn's scores",
      heading: { overview in
        overview.strength?.scores.isEmpty == false
          ? ("of these, score 0–1", "zxcvbn's score 0–1") : nil
      }
    ) { $0.survivors?.strength?.weak },
    .part(
      "guessed_in_day",
      "those guessed in a day at 10,000 a second on each account (stolen data, slow hash)",
      empty: Gap.noEstimate,
      beside: [
        .word("guessed_in_day_by", "the estimate behind guessed_in_day", empty: "with it") {
          $0.policy.survivors?.strength?.headline?.estimate.label
        },
        .word(
          "guessed_in_day_error", "how far guessed_in_day may be from attacks", empty: "with it"
        ) {
          $0.errorInDay?.words
        },
      ],
      heading: { overview in
        guard let strength = overview.strength, !strength.scores.isEmpty,
          let attacked = strength.headline
        else { return nil }
        let words = "\(attacked.attack.rate.words) (\(attacked.estimate.name))"
        return ("of these, guessed in a day at \(words)", "guessed in a day")
      }
    ) { $0.survivors?.strength?.headline?.part },
    .part(
      "on_blocklist", "those on a blocklist of the run", "on a blocklist",
      empty: "without a blocklist",
      heading: { overview in
        overview.blocklists?.listed.map { _ in
          ("of these, on a blocklist", "on a block-list")
        }
      }
    ) { $0.survivors?.listed },
    .part(
      "user_name", "those that relate to their user's name", "related to their user's name",
      empty: "without users",
      heading: { overview in
        overview.blocklists?.related.map { _ in
          ("of these, like the user's name", "like the user's name")
        }
      }
    ) { $0.survivors?.related },
    PolicyNumber(
      columns: [
        .rank(
          "median_length", "the median length of the accepted passwords",
          empty: "\(Gap.nothingAccepted), and of a folded tally"
        ) {
          $0.policy.survivors?.medianLength
        }
      ],
      words: { ($0.survivors?.medianLength).map { String($0) } },
      heading: { _ in ("median length", "median length") }),
    PolicyNumber(
      columns: [successColumn(10) { $0.policy.guessed }],
      words: { $0.guessed?.found(by: 10)?.precisePercent },
      heading: { overview in
        // Where something is said of other accounts, that says more.
        overview.countsGuesses && !overview.saysOfOthers
          ? ("of these, guessed with 10 guesses", "guessed with ten") : nil
      }),
    PolicyNumber(
      columns: boundColumns(10) { $0.policy.guessed }.map { $0.since("1.0.0") },
      words: { ($0.guessed?.bounds(after: 10)).map { outward($0.lower, $0.upper) } },
      brief: { policy in
        "of other such accounts guessed with ten guesses of the best attacker, more by nobody "
          + "(\((policy.guessed?.confidence ?? .usual).words) sure, if accounts are independent draws)"
      },
      heading: { overview in
        overview.saysOfOthers
          ? (
            "of such accounts, guessed with 10 guesses, whoever guesses "
              + "(\(overview.sureness) sure)",
            "guessed with ten, whoever guesses"
          ) : nil
      }),
    PolicyNumber(
      columns: [
        .bits(
          "floor_bits", "bits of the shortest random passwords that the policy permits",
          empty: "without --space, and \(Gap.uncounted)"
        ) {
          $0.policy.random?.bits
        }
      ],
      words: { ($0.random?.bits).map(bitsWord) },
      heading: { $0.hasSpace ? ("random bits", "random bits") : nil }),
  ]

  /// The columns of those that comply.
  static let columns = all.flatMap(\.columns)
  /// The columns of all passwords.
  static let ofAll: [Column<PolicyRow>] =
    [
      .count("n", of: "passwords", "passwords that the policy is about") {
        $0.policy.compliant.total
      }
    ]
    + .parts("accepted", of: "n", "accepted passwords") { $0.policy.compliant }
    + .parts("refused", of: "n", "passwords that break a rule") { $0.policy.violating }

  /// The table of a report.
  static let table = Table<PolicyRow>(
    "results", "A row for each policy: what it refuses, and what is known of what it accepts.",
    from: "always; audit.json has the same under results", since: "1.0.0",
    [.name("dataset", "the list") { $0.dataset }, .name("policy", "the policy") { $0.policy.name }]
      + ofAll + columns)
}
