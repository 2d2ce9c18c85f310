import PasswordPolicies
@_spi(Internal) import Passwords

/// Guessing at a rate for a time.
package struct Attack: Hashable, Sendable {
  /// The attacker's guessing rate.
  package let rate: Rate
  /// The duration of the attack.
  package let time: Time

  /// Makes the attack of a rate and a time.
  package init(_ rate: Rate, for time: Time) {
    self.rate = rate
    self.time = time
  }

  /// The attack of which short tables, sweeps and comparisons say what is found *in a day*: 10,000
  /// guesses a second for 86,400 s, as possible against a stolen database of slow hashes.
  package static let day = Attack(.slowHashes, for: .day)

  /// What it finds, of counts by the number of guess budgets that are too small; nil if its guesses are
  /// none of the budgets.
  func found<Count: FixedWidthInteger>(_ counts: [Count], of budgets: [Double]) -> Count? {
    guard let place = budgets.firstIndex(of: guesses), place < counts.count else { return nil }
    return counts[...place].reduce(0) { $0 &+ $1 }
  }

  /// Rate and time in words: `10/s for 1 day`.
  package var name: String { "\(rate.name) for \(time.rawValue)" }

  /// The total number of guesses.
  package var guesses: Double { rate.guesses * time.seconds / rate.seconds }

  /// Combines each rate with each time.
  ///
  ///     Attack.all(rates: [.init(name: "10/s", 10)]).map(\.name)
  ///     // ["10/s for 1 hour", "10/s for 1 day", "10/s for 30 days", "10/s for 1 year"]
  package static func all(rates: [Rate]) -> [Attack] {
    rates.flatMap { rate in Time.allCases.map { Attack(rate, for: $0) } }
  }

  /// The duration of an attack.
  package enum Time: String, Hashable, Sendable, CaseIterable {
    case hour = "1 hour"
    case day = "1 day"
    case month = "30 days"
    case year = "1 year"

    /// The time in seconds.
    package var seconds: Double {
      switch self {
      case .hour: 3600
      case .day: 86_400
      case .month: 2_592_000
      case .year: 31_536_000
      }
    }
  }

  /// A guessing rate.
  package struct Rate: Hashable, Sendable {
    /// Its name: `100/h`, `1e10/s`.
    package let name: String
    /// Guesses made in ``seconds``; more than 0.
    package let guesses: Double
    /// The time that they take, in seconds; separate, so that 100 an hour are exactly 100 in an
    /// hour.
    package let seconds: Double

    /// How people read the rate.
    package let notation: Notation

    /// The way in which people read a rate.
    package enum Notation: Hashable, Sendable {
      /// As the name.
      case name
      /// As a power of ten in a unit of time: `10⁴/s` for `1e4/s`.
      case powerOfTen(exponent: Int, unit: String)
    }

    /// Makes a rate with a name.
    package init(
      name: String, _ guesses: Double, in seconds: Double = 1, notation: Notation = .name
    ) {
      self.name = name
      self.guesses = guesses
      self.seconds = seconds
      self.notation = notation
    }

    /// Online, with a limit on attempts.
    package static let throttled = Rate(name: "100/h", 100, in: 3600)
    /// Online, without a limit.
    package static let unthrottled = Rate(name: "10/s", 10)
    /// Offline, against a stolen database of slow hashes.
    package static let slowHashes = Rate(
      name: "1e4/s", 1e4, notation: .powerOfTen(exponent: 4, unit: "s"))
    /// Offline, against a stolen database of fast hashes.
    package static let fastHashes = Rate(
      name: "1e10/s", 1e10, notation: .powerOfTen(exponent: 10, unit: "s"))

    /// Online with a limit, online without one, offline against slow and against fast hashes.
    ///
    /// - Source: the four attacks of zxcvbn's time estimates.
    package static let standard = [throttled, unthrottled, slowHashes, fastHashes]
  }
}

/// A published policy that is judged beside those of a report: its refusals, and what it leaves.
///
/// It takes part in no metric, so it costs little and no table has it.
package struct Reference: Sendable {
  /// The policy's name.
  package let name: String
  private let matcher: PolicyMatcher
  /// Entries that break no rule.
  package private(set) var compliant: UInt64 = 0
  /// These by their guesses; nil without an estimate.
  private var guesses: GuessCounts?

  /// Starts all counts at 0, for tallies of one schema.
  init(_ policy: Policy, matcher: PolicyMatcher, _ schema: Schema) {
    name = policy.name
    self.matcher = matcher
    guesses = StrengthCounts(schema).guesses
  }

  /// Counts the entries of some profiles.
  mutating func add(_ columns: ProfileColumns, counts: [UInt64]) {
    var verdicts = [UInt64](repeating: 0, count: counts.count)
    var span = verdicts.mutableSpan
    matcher.judge(columns, into: &span)
    for index in counts.indices where verdicts[index] == 0 {
      compliant &+= counts[index]
      guesses?.add(columns.profiles[index], count: counts[index])
    }
  }

  /// Those of its compliant entries that an attack finds; nil without an estimate.
  package func found(by attack: Attack, of budgets: [Double]) -> UInt64? {
    guesses?.found(by: attack, of: budgets)
  }
}
