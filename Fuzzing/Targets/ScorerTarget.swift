import Auditing
import PasswordStrength

/// Fuzzes the scorer with any bytes: its answer must not depend on earlier questions, the short and
/// the long answer must agree, and so must the published algorithm if it is fast enough.
func fuzzScorer(_ input: [UInt8]) {
  let strength = bench.scorer.score(input.span)
  expect(strength.guesses >= 1 && strength.guesses.isFinite || input.count > 300, "guesses")
  expect((0...4).contains(strength.score), "score")
  let estimate = bench.scorer.estimate(input.span)
  expect(estimate.strength == strength, "the long answer differs")
  expect(bench.scorer.score(input.span) == strength, "the second answer differs")
  var end = -1
  for match in estimate.sequence {
    expect(match.range.lowerBound == end + 1, "patterns overlap or leave a gap")
    end = match.range.upperBound
  }
  guard input.count <= 24 else { return }
  let text = String(decoding: input, as: UTF8.self)
  let expected = naive.score(text)
  expect(
    abs(expected.guesses - strength.guesses) <= 1e-9 * expected.guesses,
    "\(strength.guesses) guesses, published \(expected.guesses)")
}

/// One scorer for all inputs, as in a worker.
private let bench = WorkerScorer(
  StrengthSettings(referenceYear: 2026, contextWords: ["acme", "Österreich", "i"]))
private let naive = NaiveScorer(referenceYear: 2026, contextWords: ["acme", "Österreich", "i"])
