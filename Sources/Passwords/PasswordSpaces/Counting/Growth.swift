import BigInt
import Passwords

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the number of strings grows with their length.
enum Growth {
  /// The bits that one more character adds in the limit; nil if the length is bounded, or a few
  /// hundred lengths do not determine the limit.
  ///
  /// Ignores what must occur: nearly every long string has it. Of characters of which only so many
  /// may occur, a long string has next to none.
  static func bitsPerCharacter(
    of constraints: Constraints, in repertoire: Repertoire
  ) -> Double? {
    var free = constraints
    free.liftLengths()
    guard let simple = free.simplified(in: repertoire) else { return nil }
    let alphabet = simple.needs.reduce(simple.alphabet) {
      $1.maximum < .max ? $0.subtracting($1.set) : $0
    }
    let size = Double(repertoire.count(of: alphabet))
    guard size > 0 else { return nil }
    guard simple.limits != RunLimits() else { return log2(size) }
    let blocks = Blocks(AlphabetShape(alphabet, simple.limits, repertoire), simple.limits)
    // Strings are sequences of blocks, so their number grows like 1/z, where z is the point at
    // which the series of blocks first reaches 1; without limits on runs this is 1/size.
    var (low, high) = (1 / size, 1 / size)
    while blocks.sum(at: high) < 1 {
      if high >= 1 { return nil }
      (low, high) = (high, min(1, high * 1.01))
    }
    guard blocks.isPrecise(at: high) else { return nil }
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if blocks.sum(at: middle) < 1 { low = middle } else { high = middle }
    }
    return -log2(high)
  }

  /// The series of blocks of ``WordTable``, as a function.
  private struct Blocks {
    private typealias Kind = (singles: Double, chains: [[Double]], classRun: Int?)
    private let kinds: [Kind]
    private let run: Int?
    private let isClosed: Bool
    private static let terms = 256

    init(_ shape: AlphabetShape, _ limits: RunLimits) {
      run = limits.run
      isClosed = shape.kinds.allSatisfy(\.isFree)
      var known: [Int: [Double]] = [:]
      kinds = shape.kinds.map { kind in
        let chains = kind.chains.map { chain in
          if let series = known[chain] { return series }
          let series = ChainSeries(chain: chain, run: limits.run, sequence: limits.sequence)
            .coefficients(upTo: Self.terms).map { Double($0) }
          known[chain] = series
          return series
        }
        return (Double(kind.singles), chains, kind.classRun)
      }
    }

    /// Whether the truncated part of the series is negligible.
    func isPrecise(at z: Double) -> Bool { isClosed || z < 0.6 }

    func sum(at z: Double) -> Double {
      kinds.reduce(0) { sum, kind in
        guard let classRun = kind.classRun else {
          return sum + kind.singles * single(z) + kind.chains.reduce(0) { $0 + value($1, z) }
        }
        let words = limited(kind, classRun, z)
        return sum + words / (1 + words)
      }
    }

    /// Blocks of one repeated character: `(z - z^(k+1)) / (1 - z^(k+1))`.
    private func single(_ z: Double) -> Double {
      guard let run else { return z }
      if z >= 1 { return Double(run) / Double(run + 1) }
      let power = pow(z, Double(run) + 1)
      return (z - power) / (1 - power)
    }

    private func value(_ series: [Double], _ z: Double) -> Double {
      series.reversed().reduce(0) { $0 * z + $1 }
    }

    /// Words of one kind up to the longest class run, by repeating `W(n) = ∑ b(j) W(n-j)`; each is
    /// scaled by `z^n` to avoid overflow.
    private func limited(_ kind: Kind, _ classRun: Int, _ z: Double) -> Double {
      let longest = min(classRun, Self.terms)
      let scaled = (0...longest).map { length -> Double in
        guard length > 0 else { return 0 }
        let chains = kind.chains.reduce(0) { $0 + $1[length] }
        return (chains + kind.singles * singleCoefficient(length)) * pow(z, Double(length))
      }
      var words = [1.0]
      for length in stride(from: 1, through: longest, by: 1) {
        words.append((1...length).reduce(0) { $0 + scaled[$1] * words[length - $1] })
      }
      return words.dropFirst().reduce(0, +)
    }

    private func singleCoefficient(_ length: Int) -> Double {
      guard let run else { return length == 1 ? 1 : 0 }
      let place = run < Self.terms ? length % (run + 1) : length == 1 ? 1 : 2
      return place == 1 ? 1 : place == 0 ? -1 : 0
    }
  }
}
