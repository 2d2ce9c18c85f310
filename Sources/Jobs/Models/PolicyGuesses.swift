import Auditing
import Diagnostics
import Glibc
import GuessModels
import Intake
import Overview
import PasswordPolicies
@_spi(House) import Passwords
import Requests

/// What an attacker saves who knows a policy: passwords drawn from a model, judged by policies.
///
/// Only passwords that comply count for one who knows the policy; so of the likelier ones, as many are
/// left out as the policy refuses.
struct PolicyGuesses {
  /// The name of the policy.
  let name: String
  /// The number of passwords drawn, and those that comply.
  let drawn: Int
  let compliant: Int
  /// For each power of ten of guesses without the policy, those of an attacker who knows it.
  let rows: [(decade: Int, aware: GuessSample.Estimate)]

  /// The powers of ten.
  private static let decades = [4, 6, 8, 10, 12, 14]
  /// More passwords are drawn until so many comply with each policy.
  private static let fewest = 1_000
  /// The most passwords to draw.
  private static let mostDrawn = 10_000_000

  /// Draws passwords from a model, twice as many until enough comply with each policy, and judges them.
  ///
  /// A character beyond ASCII, of which the model knows no more, is judged as `é`.
  ///
  /// - Parameters:
  ///   - policies: The policies; their built-in lists are looked up.
  ///   - model: The model.
  ///   - tell: Receives every problem.
  /// - Returns: The guesses, in the order of the policies.
  /// - Throws: `RecipeError` if a recipe has no room for the policies' facts.
  static func of(
    _ policies: [Policy], _ model: TrainedModel, tell: @escaping ProblemHandler
  ) throws -> [PolicyGuesses] {
    let judging = JudgingSettings(policies: policies)
    let rulebook = try judging.rulebook(
      adding: FactDemand(), marksUsers: false, stop: StopFlag(), tell: tell)
    let judge = Judge(rulebook.criteria)
    let matchers = try rulebook.matchers()
    var batch = LineBatch()
    var all: [Double] = []
    var compliant = [[Double]](repeating: [], count: matchers.count)
    var enough = model.header.sampleCount
    model.draw { bits, symbols in
      var password: [UInt8] = []
      for symbol in symbols { password += symbol < 96 ? [symbol + 31] : Array("é".utf8) }
      all.append(bits)
      let profile = judge.profile(of: password.span, user: nil, &batch)
      for index in matchers.indices where matchers[index].verdict(on: profile).isCompliant {
        compliant[index].append(bits)
      }
      guard all.count == enough else { return true }
      if enough < mostDrawn, compliant.contains(where: { $0.count < fewest }) {
        enough = min(2 * enough, mostDrawn)
        return true
      }
      return false
    }
    let blind = GuessSample(all.sorted())
    return zip(policies, compliant).map { policy, bits in
      let aware = GuessSample(bits.sorted(), of: all.count)
      return PolicyGuesses(
        name: policy.name, drawn: all.count, compliant: bits.count,
        rows: decades.compactMap { decade in
          blind.bits(ofGuesses: Double(decade) * log2(10))
            .map { (decade, aware.estimate(bits: $0)) }
        })
    }
  }

  /// The guesses in words, one line for each power of ten.
  var text: String {
    let percent = 100 * Double(compliant) / Double(max(drawn, 1))
    var lines = [
      "\(escaped(name)): \((percent * 10).rounded() / 10) % of the model's passwords comply "
        + "(\(grouped(compliant)) of \(grouped(drawn)) drawn)"
    ]
    if compliant < Self.fewest {
      lines.append("  few passwords comply: what follows is rough")
    }
    for (decade, aware) in rows {
      let (low, high) = (aware.log10Interval.lowerBound, aware.log10Interval.upperBound)
      lines.append(
        "  10^\(decade) guesses of an attacker who does not know it are \(power(low)) to "
          + "\(power(high)) of one who does")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func power(_ log10: Double) -> String { "10^\((log10 * 100).rounded() / 100)" }
}
