import BigInt
import Bytes
import Passwords

/// The number of strings over an alphabet that keep the limits on runs, by length.
///
/// Caches counts by the size of the alphabet and, if sequences are limited, by its stretches of
/// neighbours, up to ``mostBytes``.
struct WordTable {
  private let repertoire: Repertoire
  private let deadline: CountingDeadline
  private var known = RecentValues<Key, [BigUInt]>(most: 1024, cost: Self.mostBytes)
  private var chains: [ChainSeries: [BigInt]] = [:]

  private struct Key: Hashable {
    let limits: RunLimits
    let shape: AlphabetShape
  }

  /// The most bytes that cached counts take; the counts up to 4,096 characters alone take 7 MB.
  static let mostBytes = 32 << 20

  /// The bytes that the cached counts take.
  var heldBytes: Int { known.cost }

  init(_ repertoire: Repertoire, _ deadline: CountingDeadline = CountingDeadline(time: nil)) {
    self.repertoire = repertoire
    self.deadline = deadline
  }

  /// The number of strings of each length up to `length` over an alphabet of this size.
  ///
  /// The limits must not apply to sequences or kinds.
  mutating func counts(
    size: Int, _ limits: RunLimits, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    try remembered(AlphabetShape(single: size), limits, upTo: length)
  }

  /// The number of strings of each length up to `length` over this alphabet.
  mutating func counts(
    over alphabet: CodePointSet, _ limits: RunLimits, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    try remembered(AlphabetShape(alphabet, limits, repertoire), limits, upTo: length)
  }

  private mutating func remembered(
    _ shape: AlphabetShape, _ limits: RunLimits, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    let key = Key(limits: limits, shape: shape)
    if let counts = known.value(for: key), counts.count > length { return counts }
    let counts = try count(shape, limits, upTo: length)
    // The digits, and some bytes for each number.
    known.keep(counts, for: key, cost: counts.reduce(0) { $0 + $1.bitWidth / 8 + 64 })
    return counts
  }

  private mutating func count(
    _ shape: AlphabetShape, _ limits: RunLimits, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    if shape.kinds.count <= 1, shape.kinds.allSatisfy(\.isFree) {
      return Self.runLimited(shape.kinds.first?.singles ?? 0, limits.run, upTo: length)
    }
    var blocks = [BigInt](repeating: 0, count: length + 1)
    for kind in shape.kinds {
      var ofKind = [BigInt](repeating: 0, count: length + 1)
      let series = kind.chains.map { ($0, 1) } + [(1, kind.singles)]
      for (chain, times) in series where times > 0 {
        for (index, value) in try self.series(chain, limits, upTo: length).enumerated() {
          ofKind[index] += value * BigInt(times)
        }
      }
      if let classRun = kind.classRun {
        let words = try Series.sequences(of: ofKind, upTo: length, deadline)
        ofKind = try Series.alternating(
          words.indices.map { 1...classRun ~= $0 ? BigInt(words[$0]) : 0 }, deadline)
      }
      for index in blocks.indices { blocks[index] += ofKind[index] }
    }
    return try Series.sequences(of: blocks, upTo: length, deadline)
  }

  private mutating func series(
    _ chain: Int, _ limits: RunLimits, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigInt] {
    let key = ChainSeries(
      chain: chain, run: limits.run, sequence: chain == 1 ? nil : limits.sequence)
    if let known = chains[key], known.count > length { return known.prefix(length + 1).map(\.self) }
    try deadline.check()
    let made = key.coefficients(upTo: length)
    chains[key] = made
    return made
  }

  /// Counts strings over `size` letters without a run longer than `run`.
  ///
  /// Splitting off the last run gives `F(n) = (a-1) (F(n-1) + … + F(n-k))`; subtracting the same
  /// equation for `n-1` gives a recurrence of two terms.
  ///
  /// - Source: P. Flajolet and R. Sedgewick, *Analytic Combinatorics*, example III.24 (Smirnov
  ///   words).
  private static func runLimited(_ size: Int, _ run: Int?, upTo length: Int) -> [BigUInt] {
    let letters = BigUInt(size)
    var counts: [BigUInt] = [1]
    counts.reserveCapacity(length + 1)
    while counts.count <= length {
      let n = counts.count
      let extended = counts[n - 1].multiplied(byWord: UInt(size))
      guard let run, n > run else {
        counts.append(extended)
        continue
      }
      let tooLong =
        n == run + 1
        ? letters : counts[n - run - 1].multiplied(byWord: UInt(max(0, size - 1)))
      counts.append(extended - tooLong)
    }
    return counts
  }
}

/// The properties of an alphabet that determine the number of strings with limited runs.
struct AlphabetShape: Hashable {
  /// The kinds that a limit distinguishes, or one kind for all; sorted.
  let kinds: [Kind]

  struct Kind: Hashable, Comparable {
    /// The number of characters without a neighbour.
    var singles: Int
    /// The lengths of stretches of neighbours, sorted.
    var chains: [Int]
    /// The most characters of the kind in a row; nil for no limit.
    var classRun: Int?

    /// Whether its characters follow each other freely.
    var isFree: Bool { chains.isEmpty && classRun == nil }

    static func < (a: Kind, b: Kind) -> Bool {
      (a.singles, a.classRun ?? .max) != (b.singles, b.classRun ?? .max)
        ? (a.singles, a.classRun ?? .max) < (b.singles, b.classRun ?? .max)
        : a.chains.lexicographicallyPrecedes(b.chains)
    }
  }

  /// Makes the shape of `count` characters without neighbours.
  init(single count: Int) { kinds = [Kind(singles: count, chains: [])] }

  init(_ alphabet: CodePointSet, _ limits: RunLimits, _ repertoire: Repertoire) {
    let parts = limits.limitsKinds ? RunLimits.kinds : [.unicode]
    kinds = zip(parts, limits.classRuns).map { part, classRun in
      let members = alphabet.intersection(part)
      let chains = limits.sequence == nil ? [] : RunLimits.chains(of: members).map(\.count)
      return Kind(
        singles: repertoire.count(of: members) - chains.reduce(0, +), chains: chains.sorted(),
        classRun: classRun)
    }.filter { $0.singles > 0 || !$0.chains.isEmpty }.sorted()
  }
}

/// Signed numbers of linked blocks within a stretch of neighbours.
///
/// Adjacent characters of a string are *linked* if they are equal or one step apart. A string is a
/// sequence of blocks. Blocks follow each other freely; within a block all adjacent characters are
/// linked. A link either prolongs a permitted run, or cuts a run and changes the sign. Every
/// forbidden linked pair then cancels against a free pair, so `1 / (1 - blocks)` counts exactly the
/// strings whose runs are short enough.
///
/// - Source: after I. P. Goulden and D. M. Jackson, *An inversion theorem for cluster
///   decompositions of sequences with distinguished subsequences*, J. London Math. Soc. 20 (1979).
struct ChainSeries: Hashable {
  /// The number of characters in the stretch.
  let chain: Int
  let run: Int?
  let sequence: Int?

  /// The numbers of blocks by length, from 0.
  func coefficients(upTo length: Int) -> [BigInt] {
    var result: [BigInt] = [0]
    guard length > 0 else { return result }
    // No string can break a limit longer than itself.
    let run = run.flatMap { $0 < length ? $0 : nil }
    let steps = sequence.map { min($0, length) }
    var ends = Ends(count: chain, run: run ?? 1, sequence: steps ?? 1)
    ends.fresh = Array(repeating: 1, count: chain)
    result.append(BigInt(chain))
    while result.count <= length {
      ends.advance(linksEqual: run != nil, linksSteps: steps != nil)
      result.append(ends.total.reduce(0, +))
    }
    return result
  }
}

/// The numbers of blocks of one length, by the character and the run that they end with.
private struct Ends {
  /// Blocks that do not end with a run, by last character.
  var fresh: [BigInt]
  /// Runs of one character, and of sequences up and down: by length minus 2, then by last
  /// character.
  var equal: [[BigInt]]
  var up: [[BigInt]]
  var down: [[BigInt]]

  init(count: Int, run: Int, sequence: Int) {
    let none = [BigInt](repeating: 0, count: count)
    fresh = none
    equal = Array(repeating: none, count: max(0, run - 1))
    up = Array(repeating: none, count: max(0, sequence - 1))
    down = up
  }

  var total: [BigInt] { sum([fresh] + equal + up + down) }

  private func sum(_ rows: [[BigInt]]) -> [BigInt] {
    fresh.indices.map { index in rows.reduce(0) { $0 + $1[index] } }
  }

  mutating func advance(linksEqual: Bool, linksSteps: Bool) {
    let all = total
    var next = self
    next.fresh = fresh.indices.map { index in
      var cut = BigInt(0)
      if linksEqual { cut -= all[index] }
      if linksSteps, index > 0 { cut -= all[index - 1] }
      if linksSteps, index + 1 < all.count { cut -= all[index + 1] }
      return cut
    }
    if !equal.isEmpty { next.equal = [sum([fresh] + up + down)] + equal.dropLast() }
    if !up.isEmpty {
      next.up = ([sum([fresh] + equal + down)] + up.dropLast()).map { [0] + $0.dropLast() }
      next.down = ([sum([fresh] + equal + up)] + down.dropLast()).map { $0.dropFirst() + [0] }
    }
    self = next
  }
}
