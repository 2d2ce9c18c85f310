import Metrics
import Reports
import Tallies

/// What a tally says of other accounts than those that it counted.
struct TallyReach {
  private let accounts: UInt128
  private let areAccounts: Bool
  let bounds: AttackBounds

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
    bounds = AttackBounds(spectrum, isHead: isHead)
  }

  /// Sentences for people.
  var lines: [String] {
    if let silence = bounds.silence { return ["nothing: \(silence.words)"] }
    let condition =
      areAccounts
      ? "if its \(accounts) accounts are independent draws"
      : "if its \(accounts) passwords are those of as many accounts, drawn independently"
    return [
      bounds.reach(accounts) + " of the share that the best attacker finds",
      "that holds \(condition); \(bounds.confidence.words) sure for each number of guesses",
    ]
  }
}
