/// An attacker's guessing rate.
public enum AttackRate: String, Hashable, Sendable, CaseIterable {
  /// 100 an hour: an online service that limits attempts.
  case onlineThrottled = "online_throttling_100_per_hour"
  /// 10 a second: an online service that does not limit attempts.
  case onlineUnthrottled = "online_no_throttling_10_per_second"
  /// 10⁴ a second: stolen hashes of a slow function.
  case offlineSlowHash = "offline_slow_hashing_1e4_per_second"
  /// 10¹⁰ a second: stolen hashes of a fast function.
  case offlineFastHash = "offline_fast_hashing_1e10_per_second"

  /// The number of guesses per second.
  public var guessesPerSecond: Double {
    switch self {
    case .onlineThrottled: 100.0 / 3600
    case .onlineUnthrottled: 10
    case .offlineSlowHash: 1e4
    case .offlineFastHash: 1e10
    }
  }
}

/// How long one kind of attack on a password takes.
public struct AttackTime: Hashable, Sendable {
  /// The kind of attack.
  public let rate: AttackRate
  /// The time until the password is found.
  public let seconds: Double

  init(rate: AttackRate, guesses: Double) {
    self.rate = rate
    seconds = guesses / rate.guessesPerSecond
  }

  /// The time in words, such as "3 hours"; a month has 31 days, a year 12 months.
  public var text: String {
    let minute = 60.0
    let hour = 60 * minute
    let day = 24 * hour
    let month = 31 * day
    let year = 12 * month
    let units = [
      (60, 1, "second"), (hour, minute, "minute"), (day, hour, "hour"), (month, day, "day"),
      (year, month, "month"), (100 * year, year, "year"),
    ]
    if seconds < 1 { return "less than a second" }
    guard let (_, unit, name) = units.first(where: { seconds < $0.0 }) else { return "centuries" }
    let count = Int((seconds / unit + 0.5).rounded(.down))
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
