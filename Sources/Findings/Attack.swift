/// Guessing at some rate for some time.
package struct Attack: Hashable, Sendable {
  /// Rate and time in words: `10/s for 1 day`.
  package let name: String
  /// Guesses made in all.
  package let guesses: Double

  /// Rates and times of which each pair is one attack.
  ///
  ///     Attack.all(rates: [.init(name: "10/s", 10)]).map(\.name)
  ///     // ["10/s for 1 hour", "10/s for 1 day", "10/s for 30 days", "10/s for 1 year"]
  package static func all(rates: [Rate]) -> [Attack] {
    let times = [
      ("1 hour", 3600.0), ("1 day", 86_400), ("30 days", 2_592_000), ("1 year", 31_536_000),
    ]
    return rates.flatMap { rate in
      times.map {
        Attack(name: "\(rate.name) for \($0.0)", guesses: rate.guesses * $0.1 / rate.seconds)
      }
    }
  }

  /// How fast an attacker guesses.
  package struct Rate: Hashable, Sendable {
    /// `100/h`, `1e10/s`.
    package let name: String
    /// Guesses made in ``seconds``; more than 0.
    package let guesses: Double
    /// The time they take; kept apart, so that 100 an hour are exactly 100 in an hour.
    package let seconds: Double

    /// Names a rate.
    package init(name: String, _ guesses: Double, in seconds: Double = 1) {
      self.name = name
      self.guesses = guesses
      self.seconds = seconds
    }

    /// Online against a limit, online without one, offline against slow and against fast hashes.
    ///
    /// - Source: the four attacks of zxcvbn's time estimates.
    package static let standard = [
      Rate(name: "100/h", 100, in: 3600), Rate(name: "10/s", 10), Rate(name: "1e4/s", 1e4),
      Rate(name: "1e10/s", 1e10),
    ]
  }
}
