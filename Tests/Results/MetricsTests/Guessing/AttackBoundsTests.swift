import Foundation
import Metrics
import TestSupport
import Testing

/// Numbers of an independent implementation, `Tests/Vectors/bounds`.
private struct Vector: Decodable {
  let kind: String
  var k, n: Double?
  var p, hits, folds, rate: Double?
  var guesses: [UInt64]?
  var perMillion: UInt64?
  /// Pairs of occurrences and passwords.
  var spectrum: [[UInt64]]?
  let want: Want

  struct Want: Decodable {
    var atLeast, atMost, upper, shortfall, lower: Double?
    var statement: String?
    var resolved: UInt64?
    var bounds: [Ends]?
    var held: UInt64?
    var left: [[UInt64]]?
  }

  struct Ends: Decodable {
    let guesses: UInt64
    let lower, upper: Double
  }

  static func all(_ kind: String) throws -> [Vector] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try VectorFile("bounds/vectors.jsonl").rows(as: Vector.self, by: decoder)
      .filter { $0.kind == kind }
  }

  func levels() throws -> CountSpectrum {
    CountSpectrum(
      Dictionary(uniqueKeysWithValues: try #require(spectrum).map { ($0[0], $0[1]) }))
  }
}

/// How sure ends are that are wrong in a share of cases.
private func confidence(wrongIn rate: Double) throws -> Confidence {
  try #require(Confidence(percent: 100 - 100 * rate))
}

/// Whether numbers differ by at most 10⁻⁹ of themselves.
private func same(_ a: Double, _ b: Double) -> Bool {
  abs(a - b) <= 1e-9 * max(abs(a), abs(b))
}

@Suite struct AttackBoundsTests {
  @Test func `all reasons of silence are listed`() {
    #expect(AttackBounds.Silence.all == "head, repetitions, few, distinct, many")
  }

  @Test func `tails and ends are those of the reference`() throws {
    for vector in try Vector.all("tail") {
      let tails = BinomialTails(trials: try #require(vector.n))
      let (k, p) = (try #require(vector.k), try #require(vector.p))
      try #require(same(tails.atLeast(k, p), try #require(vector.want.atLeast)), "\(vector)")
      try #require(same(tails.atMost(k, p), try #require(vector.want.atMost)), "\(vector)")
    }
    for vector in try Vector.all("ends") {
      let tails = BinomialTails(trials: try #require(vector.n))
      let rate = try #require(vector.rate)
      let upper = tails.upperEnd(try #require(vector.k), rate: rate)
      let shortfall = tails.shortfall(try #require(vector.p), rate: rate)
      let lower = tails.lowerEnd(
        try #require(vector.hits), parts: try #require(vector.folds), rate: rate)
      try #require(same(upper, try #require(vector.want.upper)), "\(vector)")
      try #require(same(shortfall, try #require(vector.want.shortfall)), "\(vector)")
      try #require(same(lower, try #require(vector.want.lower)), "\(vector)")
    }
  }

  @Test func `the bounds of spectra are those of the reference`() throws {
    for vector in try Vector.all("bounds") {
      let spectrum = try vector.levels()
      let guesses: [UInt64] = try #require(vector.guesses)
      let found = AttackBounds(
        spectrum, guesses: guesses, confidence: try confidence(wrongIn: try #require(vector.rate)))
      try #require(found.silence?.rawValue == vector.want.statement, "\(vector)")
      // The reference gives ends where nothing is stated, too.
      guard found.silence == nil else { continue }
      let want = try #require(vector.want.bounds)
      for (ends, want) in zip(found.ends, want) {
        try #require(ends.guesses == want.guesses)
        try #require(same(ends.lower, want.lower) && same(ends.upper, want.upper), "\(vector)")
      }
      try #require(found.ends.count == want.count)
      try #require(found.resolvedGuesses == vector.want.resolved, "\(vector)")
    }
  }

  @Test func `what a limit on popularity leaves is what the reference leaves`() throws {
    let vectors = try Vector.all("popularity")
    #expect(vectors.count >= 5)
    for vector in vectors {
      let (half, left) = try vector.levels().halved(
        keepingPerMillion: try #require(vector.perMillion))
      #expect(half.total == UInt128(try #require(vector.want.held)))
      let found = zip(half.levels, left).filter { $1 > 0 }.map { [UInt64($0.occurrences), $1] }
      #expect(found == (try #require(vector.want.left)))
    }
  }

  @Test func `ends that hold at once are wider, the more they are`() {
    #expect(Confidence.usual.rate(of: 2) == 0.01 / 6)
    let (many, few) = (CountSpectrum([300: 10, 1: 7000]), CountSpectrum([268: 10, 1: 7320]))
    let ends = [many, few].compactMap { AttackBounds($0, guesses: [10]).ends(of: 10) }
    #expect(ends[1].isBelow(ends[0]) && !ends[0].isBelow(ends[1]))
    #expect(!ends[1].wrong(in: 1e-12).isBelow(ends[0].wrong(in: 1e-12)))
  }

  /// Every list of four draws from a law of three passwords, and every draw of its accounts into two folds.
  @Test(arguments: [0.2, 0.6]) func `lower ends of tiny laws are seldom wrong`(rate: Double) {
    let (law, accounts) = ([0.5, 0.3, 0.2], 4)
    let tails = BinomialTails(trials: Double(accounts))
    for guesses in 1...2 {
      let truth = law.prefix(guesses).reduce(0, +)
      var tooHigh = 0.0
      for list in 0..<81 {
        let draws = [1, 3, 9, 27].map { list / $0 % 3 }
        for folds in 0..<16 {
          let hits = (0...1).map { fold in
            let counts = (0..<3).map { password in
              let held = draws.indices.count { draws[$0] == password && folds >> $0 & 1 == fold }
              return (seen: draws.count { $0 == password } - held, held: held)
            }
            // Of equally often seen passwords, the mean over all orders.
            var (left, found) = (guesses, 0.0)
            for seen in [4, 3, 2, 1] {
              let alike = counts.filter { $0.seen == seen }
              let tried = min(left, alike.count)
              if tried == 0 { continue }
              found += Double(alike.reduce(0) { $0 + $1.held } * tried) / Double(alike.count)
              left -= tried
            }
            return found
          }
          let lower = tails.lowerEnd((hits[0] + hits[1]) / 2, parts: 2, rate: rate / 2)
          if lower > truth * (1 + 1e-9) { tooHigh += draws.map { law[$0] }.reduce(1 / 16, *) }
        }
      }
      #expect(tooHigh <= rate / 2)
    }
  }

  /// Every list of so many draws from a law of three passwords.
  @Test(arguments: [0.2, 0.6]) func `ends of tiny laws are seldom wrong`(rate: Double) {
    let (law, accounts) = ([0.5, 0.3, 0.2], 6)
    let tails = BinomialTails(trials: Double(accounts))
    for guesses in 1...2 {
      let truth = law.prefix(guesses).reduce(0, +)
      var tooHigh = 0.0
      for number in 0..<729 {
        let draws = (0..<accounts).map { number / [1, 3, 9, 27, 81, 243][$0] % 3 }
        let probability = draws.map { law[$0] }.reduce(1, *)
        let counts = (0..<3).map { password in draws.count { $0 == password } }.sorted(by: >)
        let upper = tails.upperEnd(
          Double(counts.prefix(guesses).reduce(0, +)), rate: rate / 2)
        if upper < truth { tooHigh += probability }
      }
      #expect(tooHigh <= rate / 2)
    }
  }

  /// Lists that are drawn from a known law, and the ends that each of them gives.
  @Test(.firstFailureOnly, arguments: seeds(1, of: 8))
  func `the ends of lists from a known law hold`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var sums = (1...2000).map { 1 / Double($0) }
    for rank in sums.indices.dropFirst() { sums[rank] += sums[rank - 1] }
    let total = try #require(sums.last)
    let (lists, guesses) = (400, [1, 10, 100] as [UInt64])
    var (tooLow, tooHigh) = ([0, 0, 0], [0, 0, 0])
    for _ in 0..<lists {
      var counts: [Int: UInt64] = [:]
      for _ in 0..<1000 {
        let draw = Double.random(in: 0..<total, using: &generator)
        var (low, high) = (0, sums.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if sums[middle] > draw { high = middle } else { low = middle + 1 }
        }
        counts[low, default: 0] += 1
      }
      let spectrum = CountSpectrum(
        Dictionary(counts.values.map { ($0, 1) }, uniquingKeysWith: +))
      let ends = AttackBounds(
        spectrum, guesses: guesses, confidence: try confidence(wrongIn: 0.2)
      ).ends
      for (place, ends) in ends.enumerated() {
        let truth = sums[Int(ends.guesses) - 1] / total
        if truth > ends.upper { tooLow[place] += 1 }
        if truth < ends.lower { tooHigh[place] += 1 }
      }
    }
    // Each end may be wrong in a tenth of the lists: of 400, 40, and 24 more in one of 100,000 tests.
    #expect((tooLow + tooHigh).allSatisfy { $0 <= 64 })
    // The upper end uses its rate up, so that it is no wider than it must be.
    #expect(tooLow[0] >= 8)
  }

  @Test func `ends contain what the list shows, and more confidence makes them wider`() throws {
    let spectrum = CountSpectrum([4000: 1, 900: 3, 70: 40, 9: 700, 2: 9000, 1: 40_000])
    let guesses: [UInt64] = [1, 10, 100, 1000, 10_000]
    let usual = AttackBounds(spectrum, guesses: guesses)
    let sure = AttackBounds(spectrum, guesses: guesses, confidence: try confidence(wrongIn: 0.0001))
    for (usual, sure) in zip(usual.ends, sure.ends) {
      let share = Double(spectrum.mass(ofTop: usual.guesses)) / Double(spectrum.total)
      #expect(usual.lower < share && share < usual.upper)
      #expect(sure.lower < usual.lower && usual.upper < sure.upper)
      let rate = sure.wrong(in: Confidence.usual.rate)
      #expect(
        rate.lower == usual.lower && rate.upper == usual.upper && rate.guesses == usual.guesses)
    }
    #expect(zip(usual.ends, usual.ends.dropFirst()).allSatisfy { $0.upper <= $1.upper })
    #expect(usual.resolvedGuesses >= 1000)
  }

  @Test func `a list that is no sample of accounts is told by its reason`() {
    let spectrum = CountSpectrum([5: 20, 1: 100])
    func silence(_ spectrum: CountSpectrum, _ areAccounts: Bool = true, _ isHead: Bool = false)
      -> AttackBounds.Silence?
    {
      let bounds = AttackBounds(
        spectrum, guesses: [10], areAccounts: areAccounts, isHead: isHead)
      #expect(bounds.ends.isEmpty == (bounds.silence != nil))
      return bounds.silence
    }
    #expect(silence(spectrum) == nil)
    #expect(silence(spectrum, false) == .repetitions)
    #expect(silence(spectrum, false, true) == .head)
    #expect(silence(CountSpectrum([5: 19, 1: 4])) == .few)
    #expect(silence(CountSpectrum([1: 100])) == .distinct)
    #expect(silence(CountSpectrum([1 << 40: 2])) == .many)
    #expect(silence(CountSpectrum([.max: 2])) == .many)
  }

  @Test(.enabled(if: VectorFile.areShared, "needs ../shared/data"))
  func `of real accounts the ends are the published ones or narrower`() throws {
    let text = try VectorFile(shared: "bounds/yahoo-spectrum.txt").bytes
    var passwords: [UInt64: UInt64] = [:]
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: " ").compactMap { UInt64($0) }
      try #require(pair.count == 2)
      passwords[pair[0]] = pair[1]
    }
    let spectrum = CountSpectrum(passwords)
    #expect(spectrum.total == 69_301_337)
    // J. Bonneau, The science of guessing, 2012, of the same accounts; what he published later has noise.
    let metrics = GuessingMetrics(spectrum)
    let bits = [
      metrics.minEntropyBits, metrics.success(after: 10)?.bits,
      metrics.effort(for: "0.25")?.guessworkBits, metrics.effort(for: "0.5")?.guessworkBits,
    ].map { $0 ?? 0 }
    #expect(zip(bits, [6.5, 9.1, 17.6, 21.6]).allSatisfy { abs($0 - $1) < 0.1 })
    let rows = try VectorFile(shared: "bounds/yahoo-published.csv").bytes
    let published = String(decoding: rows, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",") }
    let step = isExhaustive ? 1 : 80
    let tried = published.indices.filter { $0 < 20 || $0 % step == 0 }
    let guesses = tried.compactMap { UInt64(published[$0][0]) }
    let bounds = AttackBounds(spectrum, guesses: guesses)
    #expect(bounds.ends.count == tried.count)
    for (ends, row) in zip(bounds.ends, tried) {
      let lower = try #require(Double(published[row][1]))
      let upper = try #require(Double(published[row][2]))
      #expect(
        ends.lower <= upper && lower <= ends.upper && ends.upper - ends.lower <= upper - lower)
    }
  }
}
