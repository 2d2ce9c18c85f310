package import Metrics

extension Comparison {
  /// The subject of a figure.
  package enum Subject: Hashable, Sendable {
    case passwords, distinctPasswords, score(Int), comply
    /// Passwords that break a rule, given in words.
    case breakRule(String)
    /// Passwords that break the rule of the figure before, and no other.
    case breakOnlyIt
    case easy, guessed(GuessSource, NamedAttacker), listed, related, medianLength, bits

    /// The kinds of subject; figures of one kind are drawn together.
    package enum Kind: Hashable, Sendable { case size, compliance, rule, alone, score, left }

    package var kind: Kind {
      switch self {
      case .passwords, .distinctPasswords, .bits: .size
      case .comply: .compliance
      case .breakRule: .rule
      case .breakOnlyIt: .alone
      case .score: .score
      case .easy, .guessed, .listed, .related, .medianLength: .left
      }
    }

    /// The subject in words: `break: at least 8 characters`.
    package var words: String {
      switch self {
      case .passwords: "passwords"
      case .distinctPasswords: "different passwords"
      case .score(let score): "zxcvbn's score \(score)"
      case .comply: "accepted"
      case .breakRule(let rule): "break: \(rule)"
      case .breakOnlyIt: "and break no other rule"
      case .easy: "zxcvbn's score 0 or 1"
      case .guessed(let estimate, let attacker):
        "guessed (\(estimate.label)): \(attacker.shortName)"
      case .listed: "on a blocklist"
      case .related: "like the user's name"
      case .medianLength: "median length"
      case .bits: "bits of random strings"
      }
    }

    /// The subject in words under a title that names the rest: `at least 8 characters`.
    package var shortWords: String {
      if case .breakRule(let rule) = self { rule } else { words }
    }

    /// What attackers are left with: figures of strength, blocklists and length.
    package static func left(_ sides: [ReportRecord]) -> [Subject] {
      let estimate = sides.commonEstimate
      let guessed = estimate.map { estimate in
        NamedAttacker.allCases.map { Subject.guessed(estimate, $0) }
      }
      return [.easy] + (guessed ?? []) + [.listed, .related, .medianLength]
    }

    /// Whether it is the share guessed in a day with stolen data of slow hashes.
    package var isOfSlowHash: Bool {
      if case .guessed(_, .slowHash) = self { true } else { false }
    }
  }
}
