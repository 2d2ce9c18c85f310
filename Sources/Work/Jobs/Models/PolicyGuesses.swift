import Auditing
import Diagnostics
import Glibc
import GuessModels
import Intake
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports

/// What an attacker saves who knows a policy: passwords drawn from a model, judged by policies.
///
/// Only passwords that comply count for one who knows the policy; so of the likelier ones, as many
/// are left out as the policy refuses.
struct PolicyGuesses {
  /// The name of the policy.
  let name: String
  /// The passwords drawn, and those that comply.
  private let blind: GuessSample
  private let aware: GuessSample

  /// The powers of ten.
  private static let decades = [4, 6, 8, 10, 12, 14]
  /// More passwords are drawn until so many comply with each policy.
  private static let fewest = 1_000

  /// Draws passwords from a model, twice as many until enough comply with each policy, and judges
  /// them.
  ///
  /// A character beyond ASCII, of which the model knows no more, is judged as `é`.
  ///
  /// - Parameters:
  ///   - judging: The policies, and the lists and the strength by which they judge.
  ///   - model: The model.
  ///   - mostDrawn: The most passwords to draw.
  ///   - tell: Receives every problem.
  /// - Returns: The guesses, in the order of the policies.
  /// - Throws: `SchemaError` if a schema has no room for the policies' facts.
  static func of(
    _ judging: JudgingSettings, _ model: TrainedModel, mostDrawn: Int = 10_000_000,
    tell: @escaping ProblemHandler
  ) throws -> [PolicyGuesses] {
    let policySet = try judging.policySet(
      adding: FactDemand(), marksUsers: false, stop: StopFlag(), tell: tell)
    let judge = Judge(policySet.criteria)
    let matchers = try policySet.matchers()
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
    return zip(judging.policies, compliant).map { policy, bits in
      PolicyGuesses(
        name: policy.name, blind: blind, aware: GuessSample(bits.sorted(), of: all.count))
    }
  }

  /// For 10 to the power of a number of guesses without the policy, those of an attacker who knows
  /// it; nil beyond the sample.
  private func estimate(ofDecades decades: Double) -> GuessSample.Estimate? {
    blind.bits(ofGuesses: decades * log2(10)).map { aware.estimate(bits: $0) }
  }

  /// The guesses of an attacker who knows the policy, for 10^0.5, 10^1, … 10^15 of one who does
  /// not, as far as the sample goes; none if too few passwords comply.
  var byHalfDecade: [UInt64] {
    if aware.bits.count < Self.fewest { return [] }
    var guesses: [UInt64] = []
    for half in 1...30 {
      guard let estimate = estimate(ofDecades: Double(half) / 2) else { break }
      guesses.append(UInt64(max(1, min(estimate.guesses, 1e18)).rounded()))
    }
    return guesses
  }

  /// The guesses in words, one line for each power of ten.
  var text: String {
    let (drawn, compliant) = (blind.bits.count, aware.bits.count)
    let percent = 100 * Double(compliant) / Double(max(drawn, 1))
    var lines = [
      "\(escaped(name)): \((percent * 10).rounded() / 10) % of the model's passwords are accepted "
        + "(\(grouped(compliant)) of \(grouped(drawn)) drawn)"
    ]
    if compliant < Self.fewest {
      lines.append("  few passwords are accepted: what follows is rough")
    }
    for decade in Self.decades {
      guard let aware = estimate(ofDecades: Double(decade)) else { continue }
      let (low, high) = (aware.log10Interval.lowerBound, aware.log10Interval.upperBound)
      lines.append(
        "  10^\(decade) guesses of an attacker who does not know it are \(power(low)) to "
          + "\(power(high)) of one who does")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The guesses for programs: of an attacker who does not know the policy, and between what lie those
  /// of one who does.
  var facts: JSONObject {
    [
      "policy": name, "drawn": blind.bits.count, "compliant": aware.bits.count,
      "savings": Self.decades.compactMap { decade in
        estimate(ofDecades: Double(decade)).map { estimate -> JSONObject in
          [
            "blindLog10": decade, "awareLog10Least": estimate.log10Interval.lowerBound,
            "awareLog10Most": estimate.log10Interval.upperBound,
          ]
        }
      },
    ]
  }

  private func power(_ log10: Double) -> String { "10^\((log10 * 100).rounded() / 100)" }
}
