package import Metrics
package import Passwords

/// Passwords by strength.
package struct StrengthOverview: Sendable {
  /// Passwords by the level of the four-criteria meter.
  package let meter: [(level: MeterLevel, part: Part)]
  /// zxcvbn's scores from 0 to 4; empty if only the meter was used.
  package let scores: [Part]
  /// Passwords that are below a score of 1, 2, 3 and 4 only for an attacker who has the words of
  /// dictionaries; empty without dictionaries.
  package let fallen: [Part]
  /// The estimate of guesses; nil if guesses were not asked for.
  package let estimate: GuessEstimate?
  /// Passwords that the estimate does not cover, and counts as not guessed; nil if it covers all that
  /// it could.
  package let uncovered: Part?
  /// The success of attackers within a day by this estimate, for each rate; empty without one.
  package let withinDay: [Attacked]

  /// Passwords that need fewer guesses than 10^0.5, 10^1, 10^1.5, … up to 10^14 by this estimate;
  /// empty without one.
  let foundByDecades: [(decades: Double, part: Part)]

  /// The success of an attack.
  package struct Attacked: Hashable, Sendable {
    /// The attack's rate and time.
    package let attack: Attack
    /// The estimate of guesses.
    package let estimate: GuessEstimate
    /// Passwords found.
    package let part: Part

    /// The share in words.
    package var percent: String { part.percent }
    /// The attack's rate: `10⁴/s`.
    package var rate: String { attack.rate.words }
    /// The rate and the estimate: `10⁴/s, a slow hash; combined estimate`.
    package var assumption: String {
      rate + (attack.rate.isSlowHash ? ", a slow hash" : "") + "; \(estimate.name)"
    }
  }
}

extension StrengthOverview {
  /// Makes shares of counts; nil if strength was not estimated.
  ///
  /// `upper` are the upper ends and their total; nil if the counts are exact. `isOfCompliant` states
  /// whether they are of the accepted passwords with a policy.
  init?(
    _ counts: StrengthCounts, of total: UInt64, upTo upper: (StrengthCounts, total: UInt64)?,
    isOfCompliant: Bool = false, attacks: [Attack], budgets: [Double]
  ) {
    guard !counts.meter.isEmpty || !counts.scores.isEmpty else { return nil }
    func part(isRough: Bool = false, _ count: (StrengthCounts) -> UInt64) -> Part {
      func part(_ counts: StrengthCounts, _ total: UInt64) -> Part {
        Part(count(counts), of: total, isOfCompliant: isOfCompliant, isRough: isRough)
      }
      return part(counts, total).upTo(upper.map { part($0.0, $0.total) })
    }
    meter = zip(MeterLevel.allCases, counts.meter.indices).map { level, place in
      (level, part { $0.meter[place] })
    }
    scores = counts.scores.indices.map { place in part { $0.scores[place] } }
    fallen = counts.fallen.indices.map { place in part { $0.fallen[place] } }
    // Without budgets, scores were recorded only for a policy's rule.
    let guesses = counts.guesses.flatMap { $0.budgets.isEmpty ? nil : $0 }
    estimate = guesses?.estimate
    uncovered = guesses.flatMap { guesses in
      guesses.uncovered > 0 ? part { $0.guesses?.uncovered ?? 0 } : nil
    }
    foundByDecades =
      guesses.map { guesses in
        // A whole decade stands at its first half, and is found at its end.
        stride(from: 0, to: 28, by: guesses.step).map { bin in
          let found = part { counts in
            let halves = counts.guesses?.halfDecades ?? []
            return stride(from: 0, through: min(bin, halves.count - 1), by: guesses.step)
              .reduce(0) { $0 &+ halves[$1] }
          }
          return (Double(bin + guesses.step) / 2, found)
        }
      } ?? []
    withinDay =
      guesses.map { guesses in
        attacks.filter { $0.time == .day }.map { attack in
          Attacked(
            attack: attack, estimate: guesses.estimate,
            part: part(isRough: guesses.estimate.source == .combined) {
              $0.guesses?.found(by: attack, of: budgets) ?? 0
            })
        }
      } ?? []
  }

  /// The meanings of zxcvbn's scores, from 0 to 4.
  package static let scoreWords = [
    "too guessable", "very guessable", "somewhat guessable", "safely unguessable",
    "very unguessable",
  ]

  /// What dictionaries do to the scores: `with these words 7.0 % (n = 12,345) drop below a score of
  /// 3`; nil without dictionaries.
  package var fall: String? {
    guard fallen.count == 4 else { return nil }
    let (safe, easy) = (fallen[2], fallen[1])
    return "with these words \(safe.percent) (n = \(safe.grouped)) drop below a score of 3, and "
      + "\(easy.percent) below 2"
  }

  /// What brought guess numbers lack: `guesses:pcfg does not cover 12.3 % (n = 1,234), which count as
  /// not found`; nil if they cover all passwords.
  package var coverage: String? {
    guard let estimate, let uncovered else { return nil }
    return "\(estimate.name) does not cover \(uncovered.percent) (n = \(uncovered.grouped)), which "
      + "count as not guessed"
  }

  /// Passwords with a score of 0 or 1; nil without scores.
  package var weak: Part? {
    scores.first.map { first in scores.count > 1 ? first.joined(with: scores[1]) : first }
  }

  /// The attack that short tables show: a day at 10,000 guesses a second, as possible against a
  /// stolen database of slow hashes; the last one if that rate was not requested.
  package var headline: Attacked? {
    withinDay.map(\.attack).headline.flatMap { attack in
      withinDay.first { $0.attack == attack }
    }
  }

  /// Passwords on the meter's highest level; nil if the meter was not used.
  package var strong: Part? { meter.first { $0.level == .strong }?.part }
}

extension [Attack] {
  /// The attack that short tables show, of those of a day; nil without any.
  var headline: Attack? { first { $0.rate.isSlowHash } ?? last }
}

extension Attack.Rate {
  /// Whether it is that of an attacker on slow hashes.
  var isSlowHash: Bool { self == .slowHashes }

  /// The rate in the usual notation: `10⁴/s` for `1e4/s`.
  package var words: String {
    switch notation {
    case .name: name
    case .powerOfTen(let exponent, let unit): "10\(superscript(exponent))/\(unit)"
    }
  }
}
