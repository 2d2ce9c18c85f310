import Metrics
import Reports
import Tallies

/// What a tally says of other accounts than those that it counted.
struct TallyReach {
  private let accounts: UInt128
  private let areAccounts: Bool
  private let silence: AttackBounds.Silence?
  /// The most guesses of which the ends are within a factor of two; 0 if there are none, or no ends.
  private let resolvedGuesses: UInt64

  /// Nil if a tally counts no distinct passwords, or is folded.
  init?(_ recording: Recording) {
    guard let passwords = recording.spectrum, passwords.levels.isEmpty else { return nil }
    let spectrum = CountSpectrum(
      Dictionary(
        passwords.passwords.map { ($0.key.occurrences, $0.value) }, uniquingKeysWith: &+))
    accounts = spectrum.total
    areAccounts = ReadLists(recording) { _ in }.areOfUsers
    let isHead =
      GuessingFindings.truncation(of: spectrum, isStated: !recording.isComplete) != nil
    let bounds = AttackBounds(spectrum, guesses: [], isHead: isHead)
    (silence, resolvedGuesses) = (bounds.silence, bounds.resolvedGuesses)
  }

  /// The same for programs.
  var json: JSONObject {
    silence.map { ["none": $0.rawValue] } ?? ["confidence": 99, "resolved": resolvedGuesses]
  }

  /// Sentences for people.
  var lines: [String] {
    if let silence { return ["nothing: \(silence.words)"] }
    let condition =
      areAccounts
      ? "if its \(accounts) accounts are independent draws"
      : "if its \(accounts) passwords are those of as many accounts, drawn independently"
    return [
      resolvedGuesses > 0
        ? "\(resolvedGuesses) guesses are the most of which the share that the best attacker finds is known within a "
          + "factor of two; of more, the ends lie further apart"
        : "nothing within a factor of two: it has too few accounts",
      "that holds \(condition); 99 % sure for each number of guesses",
    ]
  }
}

extension AttackBounds.Silence {
  /// The reason in words.
  var words: String {
    switch self {
    case .head: "it is the top of a longer list"
    case .repetitions: "its repetitions are not accounts"
    case .few: "it has fewer than \(AttackBounds.fewest) accounts"
    case .distinct: "no password repeats, as in a list without repetitions"
    case .many: "it has more than \(AttackBounds.most) accounts"
    }
  }
}
