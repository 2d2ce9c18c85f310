import Foundation
import Metrics
import TestSupport
import Testing

/// The accepted passwords of a vector: counts as text, with the number of passwords.
private func spectrum(_ counts: [String: UInt64]) throws -> CountSpectrum {
  CountSpectrum(
    Dictionary(
      uniqueKeysWithValues: try counts.map { (try #require(UInt64($0.key)), $0.value) }))
}

/// A fraction as the vectors write it: `3/4`, or `1`.
private func fraction(_ text: String) throws -> Fraction {
  let parts = text.split(separator: "/").map { UInt128($0) }
  let numerator = try #require(parts.first ?? nil)
  return Fraction(numerator, parts.count == 2 ? try #require(parts[1]) : 1)
}

/// Reads the rows' names, such as `galpha_bits`, as ours.
private var decoder: JSONDecoder {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return decoder
}

private func near(_ found: Double?, _ expected: String) -> Bool {
  guard let found, let expected = Double(expected) else { return false }
  return abs(found - expected) <= 1e-12 * max(1, abs(expected))
}

/// The four models of a list: what guesses find, exactly, and the metrics of each model's spectrum.
private struct ReselectionVector: Decodable {
  let id: String
  let accepted: [String: UInt64]
  let refused: UInt64
  let models: [String: Model?]

  struct Model: Decodable {
    let total: String
    let distinct: UInt64
    let spectrum: [String: UInt64]?
    let found: [String: [String]]
    let minEntropyBits: String
    let shannonBits: String
    let guesswork: [String]
    let mu: [String: UInt64]
    let galphaBits: [String: String]
    let skeptic: Skeptic?
  }

  struct Skeptic: Decodable {
    let alpha: String
    let amp: String
    let points: Int
  }
}

private struct MixedVector: Decodable {
  let id: String
  let accepted: [String: UInt64]
  let refused: UInt64
  let theta: [String]
  let found: [String: String]
}

private struct FlipVector: Decodable {
  let first: [String: UInt64]
  let second: [String: UInt64]
  let occurrences: UInt64
  let guesses: UInt64
  let proportional: [String]
  let convergent: [String]
  let flip: String?
  let always: String?
}

private struct HalfVector: Decodable {
  let spectrum: [String: UInt64]
  let expectedPasswords: [String: String]
  let expectedDistinct: String
  let expectedOccurrences: String
}

@Suite struct BehaviourVectorTests {
  @Test func `the four models find what the reference finds, exactly`() throws {
    try compared(atLeast: 400) { count in
      for row in try VectorFile("behaviour/reselection-vectors.jsonl").rows(
        as: ReselectionVector.self, by: decoder)
      {
        let after = Reselection(try spectrum(row.accepted), refused: UInt128(row.refused))
        #expect(row.models.count == Behaviour.allCases.count)
        for behaviour in Behaviour.allCases {
          guard let model = row.models[behaviour.rawValue] ?? nil else {
            #expect(after.found(by: 1, behaviour) == nil, "\(row.id)")
            #expect(after.bracket(by: 1) == nil)
            continue
          }
          for (guesses, share) in model.found {
            let guesses = try #require(UInt64(guesses))
            let expected = try fraction(share.joined(separator: "/"))
            #expect(after.found(by: guesses, behaviour) == expected, "\(row.id), \(behaviour)")
            count += 1
          }
        }
      }
    }
  }

  @Test func `the spectrum of each model has the metrics of the reference`() throws {
    try compared(atLeast: 500) { count in
      for row in try VectorFile("behaviour/reselection-vectors.jsonl").rows(
        as: ReselectionVector.self, by: decoder)
      {
        let after = Reselection(try spectrum(row.accepted), refused: UInt128(row.refused))
        for behaviour in Behaviour.allCases {
          guard let model = row.models[behaviour.rawValue] ?? nil else { continue }
          let what = Comment("\(row.id), \(behaviour)")
          let own = after.spectrum(behaviour)
          let metrics = GuessingMetrics(own)
          #expect(own.total.description == model.total && own.distinct == model.distinct, what)
          if let levels = model.spectrum {
            let found = own.levels.map { ($0.occurrences.description, $0.passwords) }
            #expect(Dictionary(uniqueKeysWithValues: found) == levels, what)
            count += 1
          }
          #expect(near(metrics.minEntropyBits, model.minEntropyBits), what)
          #expect(near(metrics.shannonBits, model.shannonBits), what)
          let guesswork = try fraction(model.guesswork.joined(separator: "/"))
          #expect(Fraction(metrics.rankSum, metrics.total) == guesswork, what)
          for (share, guesses) in model.mu {
            let effort = try #require(metrics.effort(for: share))
            #expect(effort.guesses == guesses, what)
            #expect(near(effort.guessworkBits, try #require(model.galphaBits[share])), what)
            count += 2
          }
          let fit = SkepticFit(own)
          #expect((fit == nil) == (model.skeptic == nil), what)
          guard let fit, let skeptic = model.skeptic else { continue }
          #expect(near(fit.slope, skeptic.alpha) && near(fit.amplitude, skeptic.amp), what)
          #expect(fit.points == skeptic.points, what)
          count += 1
        }
      }
    }
  }

  @Test func `mixtures find what the reference finds, exactly`() throws {
    try compared(atLeast: 500) { count in
      for row in try VectorFile("behaviour/mixed-vectors.jsonl").rows(
        as: MixedVector.self, by: decoder)
      {
        let parts = try row.theta.map(fraction)
        let base = parts.reduce(UInt128(1)) { $0 * $1.denominator }
        let mixture = try #require(
          Mixture(parts: parts.map { UInt64($0.numerator * (base / $0.denominator)) }))
        let after = Reselection(try spectrum(row.accepted), refused: UInt128(row.refused))
        for (guesses, share) in row.found {
          let guesses = try #require(UInt64(guesses))
          #expect(after.found(by: guesses, mixture) == (try fraction(share)), "\(row.id)")
          count += 1
        }
      }
    }
  }

  @Test func `orders turn where the reference says, or never`() throws {
    try compared(atLeast: 20) { count in
      for row in try VectorFile("behaviour/flip-vectors.jsonl").rows(
        as: FlipVector.self, by: decoder)
      {
        let sides = try [row.first, row.second].map { counts in
          let own = try spectrum(counts)
          return Reselection(own, refused: UInt128(row.occurrences) - own.total)
        }
        let behaviours: [(Behaviour, [String])] = [
          (.proportional, row.proportional), (.convergent, row.convergent),
        ]
        for (behaviour, expected) in behaviours {
          let found = sides.map { $0.found(by: row.guesses, behaviour) }
          #expect(try found == expected.map(fraction))
        }
        let flip = try #require(Flip(sides[0], sides[1], guesses: row.guesses))
        #expect(flip.share == (try row.flip.map(fraction)))
        #expect(flip.always?.rawValue == row.always)
        count += 1
      }
    }
  }

  @Test func `half of a list has the passwords that are to be expected`() throws {
    try compared(atLeast: 6) { count in
      for row in try VectorFile("behaviour/half-sampling-vectors.jsonl").rows(
        as: HalfVector.self, by: decoder)
      {
        let own = try spectrum(row.spectrum)
        let levels = own.levels.map { (UInt64(clamping: $0.occurrences), $0.passwords) }
        let joint = JointSpectrum([[1]: Dictionary(uniqueKeysWithValues: levels)])
        let draws = 200
        let halves = (0..<draws).map {
          HalfSample(of: joint, seed: UInt64($0)).spectrum(acceptedBy: 0)
        }
        // Within five standard errors: of a number of passwords, its mean is at least its variance.
        for (kept, passwords) in row.expectedPasswords {
          let (kept, expected) = (try #require(UInt128(kept)), try #require(Double(passwords)))
          let found = halves.map { $0.levels.first { $0.occurrences == kept }?.passwords ?? 0 }
          let mean = Double(found.reduce(0, +)) / Double(draws)
          let error = (expected / Double(draws)).squareRoot() + 1 / Double(draws)
          #expect(abs(mean - expected) < 5 * error, "\(kept)")
        }
        let distinct = halves.reduce(0.0) { $0 + Double($1.distinct) } / Double(draws)
        let expected = try #require(Double(row.expectedDistinct))
        #expect(abs(distinct - expected) < 5 * (expected / Double(draws)).squareRoot())
        count += 1
      }
    }
  }
}
