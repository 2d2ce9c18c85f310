import Foundation
import GuessModels
import TestSupport
import Testing

@Suite struct MarkovVectorTests {
  private let corpus: ToyCorpus
  init() throws { corpus = try ToyCorpus() }

  @Test func `a model has as many contexts and transitions as the reference's`() throws {
    let rows = corpus.rows(of: "size")
    #expect(rows.count == 8 && corpus.passwords.count == 13)
    for row in rows {
      let table = try corpus.table(k: #require(row.k), leastCount: #require(row.leastCount))
      #expect(table.nodeCount == row.contexts, "k \(row.k ?? 0)")
      #expect(table.countedTransitions == row.transitions, "k \(row.k ?? 0)")
    }
  }

  @Test func `probabilities are the reference's fractions`() throws {
    let rows = corpus.rows(of: "score")
    #expect(rows.count == 56)
    let directory = try TemporaryDirectory()
    for row in rows {
      let (k, leastCount) = try (#require(row.k), #require(row.leastCount))
      let (password, expected) = try (
        #require(row.password), #require(row.bits.flatMap(Double.init))
      )
      let utf8 = Array(password.utf8)
      let found = try corpus.table(k: k, leastCount: leastCount).bits(utf8.span)
      #expect(abs(found - expected) <= 1e-9, "\(password), k \(k): \(found)")
      // Costs are rounded to 1/1024 bit; each step takes one, and one for each way back.
      let model = try corpus.model(k: k, leastCount: leastCount, at: "\(directory.path)/model")
      let others = Double(row.other ?? 0) * log2(1_112_064 - 95)
      let steps = Double((password.unicodeScalars.count + 1) * (k + 2))
      #expect(abs(model.bits(utf8.span) - expected - others) <= steps / 2048 + 1e-9)
    }
  }

  @Test func `after every context the probabilities add up to one`() throws {
    for (k, leastCount) in [(0, 1), (1, 1), (2, 1), (4, 1), (4, 3), (5, 2)] {
      let table = try corpus.table(k: k, leastCount: UInt64(leastCount))
      for node in 0..<table.nodeCount {
        let sum = (UInt8(0)..<97).reduce(0) { $0 + table.probability(of: $1, at: node) }
        #expect(abs(sum - 1) < 1e-12, "k \(k), context \(node)")
      }
    }
  }

  @Test func `passwords are in the reference's order`() throws {
    let row = try #require(corpus.rows(of: "order").first)
    let places = try #require(row.first)
    #expect(places.count == 40)
    let table = try corpus.table(k: #require(row.k), leastCount: #require(row.leastCount))
    var last = 0.0
    for place in places {
      let bits = table.bits(Array(place.password.utf8).span)
      #expect(abs(bits - (Double(place.bits) ?? 0)) <= 1e-9)
      #expect(bits >= last - 1e-9)
      last = bits
    }
  }

  @Test func `the estimator finds the reference's guesses`() throws {
    let rows = corpus.rows(of: "estimate")
    #expect(rows.count == 9)
    for row in rows {
      let sample = GuessSample(try #require(row.sample).values)
      let estimate = sample.estimate(bits: try #require(row.target))
      let (guesses, error) = try (
        #require(row.guesses.flatMap(Double.init)), #require(row.se.flatMap(Double.init))
      )
      #expect(abs(estimate.guesses - guesses) <= 1e-12 * guesses)
      #expect(abs(estimate.standardError - error) <= 1e-9 * error)
    }
  }

  /// A line of the vectors of policies: a sample, of which some comply.
  private struct PolicyRow: Decodable {
    var sample: [[Double]]
    var target: Double
    var guesses: String
    var se: String
  }

  @Test func `an attacker who knows the policy needs the reference's guesses`() throws {
    let rows = try VectorFile("guess-model/policy-aware-vectors.jsonl").rows(as: PolicyRow.self)
    #expect(rows.count == 5)
    for row in rows {
      let compliant = row.sample.filter { $0[1] == 1 }.map { $0[0] }
      let estimate = GuessSample(compliant, of: row.sample.count).estimate(bits: row.target)
      let (guesses, error) = try (
        #require(Double(row.guesses)), #require(Double(row.se))
      )
      #expect(abs(estimate.guesses - guesses) <= 1e-12 * guesses)
      #expect(abs(estimate.standardError - error) <= 1e-9 * error)
    }
  }
}
