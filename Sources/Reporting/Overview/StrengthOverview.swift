import Findings
import Passwords

/// Some passwords by how strong they are.
struct StrengthOverview: Sendable {
  /// Levels of the four-criteria meter.
  let meter: [Level]
  /// zxcvbn's scores from 0 to 4; empty where only the meter judged.
  let scores: [Part]
  /// What attackers find within a day, one for each rate; empty without scores.
  let withinDay: [Attacked]

  /// Passwords that need fewer guesses than 10^0.5, 10^1, 10^1.5, …, as zxcvbn estimates them, up to
  /// 10^14; empty without scores.
  let foundByHalfDecade: [Part]

  /// One level of the meter.
  struct Level: Hashable, Sendable {
    /// Which.
    let level: MeterLevel
    /// Passwords on it.
    let part: Part
  }

  /// What one attack finds.
  struct Attacked: Hashable, Sendable {
    /// Who guesses how fast and how long.
    let attack: Attack
    /// Passwords found.
    let part: Part
  }

  /// Reads counts of so many passwords; nil where strength was not judged.
  init?(_ counts: StrengthCounts, of total: UInt64, attacks: [Attack], budgets: [Double]) {
    guard !counts.meter.isEmpty || !counts.scores.isEmpty else { return nil }
    meter = zip(MeterLevel.allCases, counts.meter).map {
      Level(level: $0, part: Part($1, of: total))
    }
    scores = counts.scores.map { Part($0, of: total) }
    var found: UInt64 = 0
    foundByHalfDecade =
      counts.scores.isEmpty
      ? []
      : (0..<28).map { bin in
        found &+= bin < counts.guesses.count ? counts.guesses[bin] : 0
        return Part(found, of: total)
      }
    withinDay =
      counts.scores.isEmpty
      ? []
      : attacks.filter { $0.time == .day }.map {
        Attacked(attack: $0, part: Part(counts.found(by: $0, of: budgets), of: total))
      }
  }

  /// Passwords with a score of 0 or 1; nil without scores.
  var weak: Part? {
    scores.first.map { Part(scores.prefix(2).reduce(0) { $0 &+ $1.count }, of: $0.total) }
  }

  /// The attack that short tables tell of: a day at 10,000 guesses a second, what a stolen database
  /// of slow hashes permits; the last of others where that rate was not asked for.
  var headline: Attacked? {
    withinDay.first { $0.attack.rate.name == "1e4/s" } ?? withinDay.last
  }

  /// Passwords on the meter's highest level; nil where it did not judge.
  var strong: Part? { meter.first { $0.level == .strong }?.part }
}

extension Attack.Rate {
  /// The rate as people write it: `10⁴/s` for `1e4/s`.
  var words: String {
    guard let match = name.wholeMatch(of: #/1e(\d+)(/.+)/#) else { return name }
    return "10" + superscript(Int(match.1) ?? 0) + match.2
  }
}
