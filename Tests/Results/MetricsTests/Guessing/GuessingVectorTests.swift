import Foundation
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Reference numbers of a counted list.
private enum Vectors {
  /// The list's counts, with made-up passwords that get the same verdicts as the real ones.
  static let madeUp = VectorFile("search-space/occurrence-10k-made-up.txt")
  /// The list itself.
  static let real = VectorFile(shared: "search-space/occurrence-10k.txt")

  /// The numbers stated for each policy; `rules` is missing for the whole list.
  static func policies() throws -> [[String: Any]] {
    let file = VectorFile("search-space/empirical-vectors.json")
    let object = try JSONSerialization.jsonObject(with: try file.bytes) as? [String: Any]
    return try #require(object?["policies"] as? [[String: Any]])
  }

  /// The counted list from which the numbers were computed.
  static func spectrum(of list: VectorFile, _ schema: Schema) throws -> Spectrum {
    let profiler = Profiler(schema)
    var spectrum = Spectrum(schema: schema)
    for line in try list.bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let bar = try #require(line.lastIndex(of: UInt8(ascii: "|")))
      let count = try #require(UInt64(String(decoding: line[(bar + 1)...], as: UTF8.self)))
      let profile = profiler.profile(of: Array(line[..<bar]).span)
      spectrum.record(schema.signature(of: profile), occurrences: count)
    }
    return spectrum
  }
}

@Suite struct GuessingVectorTests {
  @Test func `made-up passwords with real counts have the metrics of the reference`() throws {
    try check(Vectors.madeUp)
  }

  @Test(.enabled(if: VectorFile.areShared, "needs ../shared/data"))
  func `a counted list has the metrics of the reference`() throws {
    try check(Vectors.real)
  }
}

private func check(_ list: VectorFile) throws {
  let rows = try Vectors.policies()
  #expect(rows.count == 4)
  let policies = try rows.compactMap { $0["rules"] as? String }.map(policy)
  let schema = try Schema(for: FactDemand(of: policies))
  let findings = try GuessingFindings(
    try Vectors.spectrum(of: list, schema), policies, weights: .accounts
  )
  #expect(findings.truncation == .noneBelow(2563))
  var remaining = findings.policies[...]
  for row in rows {
    let isWhole = row["rules"] as? String == nil
    let guessing = try #require(isWhole ? findings.whole : remaining.popFirst())
    let metrics = guessing.metrics
    var found: [String: any CustomStringConvertible] = [
      "distinct": metrics.distinct, "total": metrics.total, "top_count": metrics.topCount,
      "sum_rank_times_count": metrics.rankSum,
    ]
    var measured: [String: Double?] = [
      "survive_distinct": guessing.distinctShare, "survive_mass": guessing.acceptedShare,
      "H0": metrics.hartleyBits, "H1": metrics.shannonBits, "Hinf": metrics.minEntropyBits,
      "G": metrics.guesswork, "G_bits": metrics.guessworkBits,
    ]
    for success in metrics.successes {
      found["lambda_\(success.guesses)_count"] = success.mass
      measured["lambda_\(success.guesses)"] = success.share
      measured["lambda_\(success.guesses)_bits"] = success.bits
    }
    for effort in metrics.efforts {
      found["mu_\(effort.share)"] = effort.guesses
      found["mu_\(effort.share)_count"] = effort.mass
      measured["mu_\(effort.share)_bits"] = effort.bits
      measured["Galpha_\(effort.share)"] = effort.guesswork
      measured["Galpha_\(effort.share)_bits"] = effort.guessworkBits
    }
    try compared(atLeast: 26) { count in
      for (key, value) in row where key != "rules" {
        if let whole = found[key] {
          #expect("\(value)" == whole.description, "\(key), \(row["rules"] ?? "")")
          count += 1
        } else {
          let number = try #require(measured[key], "\(key) is not measured")
          let expected = value as? Double
          #expect((number == nil) == (expected == nil), "\(key)")
          guard let number, let expected else { continue }
          #expect(abs(number - expected) <= 1e-12 * abs(expected), "\(key), \(row["rules"] ?? "")")
          count += 1
        }
      }
    }
  }
}

/// Reads a policy; fails if it has errors.
func policy(_ rules: String) throws -> Policy {
  let reading = PolicyReading(policyFile: Array(rules.utf8), file: "test.policy")
  return try #require(reading.hasErrors ? nil : reading.policies.first, "\(rules)")
}
