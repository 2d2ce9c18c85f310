import Diagnostics
import Metrics
import PasswordSpaces

/// A number about the passwords that comply with a policy: a column of tables that have a row for each
/// policy.
struct PolicyNumber {
  /// Its heading where a table has words for it, and where it has little room.
  let heading: (long: String, short: String)
  /// The number of a policy; nil where there is none.
  let value: (PolicyOverview) -> String?
  /// The letters of its caveats.
  var letters: (PolicyOverview) -> String = { _ in "" }
}

extension ReportOverview {
  /// The numbers that this report has, in the order of its tables.
  var policyNumbers: [PolicyNumber] {
    var numbers: [PolicyNumber] = []
    func add(
      _ long: String, _ short: String, letters: @escaping (PolicyOverview) -> String = { _ in "" },
      _ value: @escaping (PolicyOverview) -> String?
    ) {
      numbers.append(PolicyNumber(heading: (long, short), value: value, letters: letters))
    }
    if let strength, !strength.scores.isEmpty {
      add("of these, score 0–1", "easy to guess") { $0.survivors?.strength?.weak?.percent }
      if let attacked = strength.headline {
        let rate = attacked.attack.rate.words
        add("of these, found in a day at \(rate) (\(attacked.estimate.name))", "found in a day") {
          $0.survivors?.strength?.headline?.percent
        }
      }
    }
    if blocklists?.listed != nil {
      add("of these, on a blocklist", "on a block-list") { $0.survivors?.listed?.percent }
    }
    if blocklists?.related != nil {
      add("of these, like the user's name", "like the user's name") {
        $0.survivors?.related?.percent
      }
    }
    add("median length", "median length") { ($0.survivors?.medianLength).map { String($0) } }
    if countsGuesses {
      add("of these, found by 10 guesses", "found by ten", letters: \.guessingLetters) {
        $0.found(by: 10)
      }
    }
    if hasSpace {
      add("random bits", "random bits", letters: \.spaceLetters) { $0.floorBits.map(bitsWord) }
    }
    return numbers
  }
}
