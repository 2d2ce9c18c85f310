import Metrics

/// An attacker of whom tables for people say what is guessed, by a name: the same three everywhere.
///
/// Each makes all of the guesses on each account, since stored hashes have salts.
/// The raw values are those of `audit recommend --against`.
package enum NamedAttacker: String, Hashable, Sendable, CaseIterable, Codable {
  /// At a login page that slows guessing down.
  case loginPage = "online"
  /// With stolen data of slow hashes, for a day.
  case slowHash = "offline-day"
  /// With stolen data of fast hashes, for a day.
  case fastHash = "offline-fast"

  /// The power of ten up to which a login page is tried.
  static let loginDecades = 3.0

  /// The guesses on each account.
  package var guesses: Double { attack?.guesses ?? 1000 }

  /// The attack; nil at a login page, of which only the guesses are stated.
  var attack: Attack? {
    switch self {
    case .loginPage: nil
    case .slowHash: .day
    case .fastHash: Attack(.fastHashes, for: .day)
    }
  }

  /// The name in a sentence: `stolen data, slow hash`.
  package var name: String { words.name }
  /// Its guesses in words: `8.64·10⁸ guesses, a day at 10⁴/s`.
  package var effort: String { words.count + words.rate }
  /// Its guesses alone: `8.64·10⁸ guesses`.
  var count: String { words.count }
  /// The name, in lines of a table's head.
  var heads: [String] { words.heads }
  /// The same where there is little room.
  var narrowHeads: [String] { words.short }
  /// The name where a note says more: `slow hash`.
  var shortName: String { words.short.joined(separator: " ") }

  private var words: (name: String, count: String, rate: String, heads: [String], short: [String]) {
    switch self {
    case .loginPage:
      (
        "login page", "1,000 guesses", "", ["login page,", "1,000 guesses", "an account"],
        ["login", "page"]
      )
    case .slowHash:
      (
        "stolen data, slow hash", "8.64·10⁸ guesses", ", a day at 10⁴/s",
        ["slow hash,", "a day, 10⁴/s", "an account"], ["slow", "hash"]
      )
    case .fastHash:
      (
        "stolen data, fast hash", "8.64·10¹⁴ guesses", ", a day at 10¹⁰/s",
        ["fast hash,", "a day, 10¹⁰/s", "an account"], ["fast", "hash"]
      )
    }
  }

  /// What it guesses of some passwords; nil if their guesses were not estimated, or not for its rate.
  package func guessed(of strength: StrengthOverview?) -> Part? {
    guard let rate = attack?.rate else {
      return strength?.foundByDecades.first { $0.decades == Self.loginDecades }?.part
    }
    return strength?.withinDay.first { $0.attack.rate == rate }?.part
  }
}
