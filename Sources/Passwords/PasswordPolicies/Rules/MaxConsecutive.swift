import Passwords

/// `max-consecutive: 2`: no longer run; ``PasswordRules/MaxConsecutiveReading`` defines a run.
package struct MaxConsecutive: AppleRule {
  package static let keyword = "max-consecutive"
  private let number: Int
  private let countsSequences: Bool

  /// Limits runs, as the reading defines them, to a number of characters; at least 1.
  package init(_ number: Int, _ reading: PasswordRules.MaxConsecutiveReading) {
    self.number = number
    countsSequences = reading == .repeatsAndSequences
  }

  var appleRule: PasswordRules.Rule { .maxConsecutive(number) }
  package var value: String { String(number) }
  package var conditions: [Condition] {
    [.fact(.longestRun, atMost: number)]
      + (countsSequences ? [.fact(.longestSequence, atMost: number)] : [])
  }
  package var isComposition: Bool { true }
  package var brief: String { countsSequences ? "runs" : "repeats" }
  package var words: String {
    "at most \(number) \(countsSequences ? "repeated or in sequence" : "alike in a row")"
  }

  /// Equal characters if there are too many in a row, otherwise the sequence.
  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let alike = RuleFault(stretches: Stretches.alike(password), most: number)
    guard countsSequences, alike.positions.isEmpty else { return alike }
    return RuleFault(stretches: Stretches.sequences(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let longest = fault(in: password).number ?? 0
    return Stretches.alike(password).contains { $0.count > number }
      ? Sentences.alike(longest, most: number) : Sentences.sequence(longest, most: number)
  }
}
