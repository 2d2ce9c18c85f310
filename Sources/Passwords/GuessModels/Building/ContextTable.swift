import Diagnostics
import Glibc
import PasswordStrength

/// A model in memory, with probabilities as they are: what a file is written from.
///
/// A context is a node. Its transitions lead from a symbol to the longest kept context that the symbol
/// ends, and have the symbol's probability, in which the shorter contexts are mixed already. A symbol
/// without a transition is looked for in the context without its first symbol, which costs the node's
/// way back. The root, the empty context, has a transition for each symbol.
///
/// The nodes are in order of their lengths; a node's way back leads to an earlier one.
package struct ContextTable: Sendable {
  /// The share of each node's probability that goes to the shorter context.
  private(set) var backs: [Double] = []
  /// The node of the context without its first symbol; 0 for the root.
  private(set) var suffixes: [UInt32] = []
  /// The place of each node's first transition, and at last their number.
  private(set) var firsts: [Int] = []
  /// The transitions: the symbol, its probability, and the next node.
  private(set) var symbols: [UInt8] = []
  private(set) var probabilities: [Double] = []
  private(set) var nexts: [UInt32] = []
  /// The node before the first character.
  private(set) var start: UInt32 = 0
  /// How many transitions were counted; those that the root has besides are not among them.
  package let countedTransitions: Int

  /// The most nodes or transitions.
  static let limit = 1 << 31

  /// The number of nodes: contexts that are kept.
  package var nodeCount: Int { backs.count }

  /// Computes the probabilities of all kept contexts.
  ///
  /// - Parameter levels: The contexts of each length, from 0 on.
  /// - Throws: ``Problem`` if nothing was counted, or more than a file can number.
  init(_ levels: [ContextLevel]) throws(Problem) {
    countedTransitions = levels.reduce(0) { $0 + $1.symbols.count }
    guard let root = levels.first, root.count == 1 else { throw .nothingToLearn }
    guard countedTransitions + ModelSymbol.count <= Self.limit else {
      throw .largeModel(transitions: countedTransitions, limit: Self.limit)
    }
    let room = countedTransitions + ModelSymbol.count
    symbols.reserveCapacity(room)
    probabilities.reserveCapacity(room)
    nexts.reserveCapacity(room)
    // The first node of each length.
    var bases = [0]
    for level in levels { bases.append(bases[bases.count - 1] + level.count) }
    addRoot(root, longer: levels.count > 1 ? levels[1] : nil)
    for length in levels.indices.dropFirst() {
      add(
        levels[length], shorter: levels[length - 1], shorterBase: bases[length - 1],
        longer: length + 1 < levels.count ? (levels[length + 1], bases[length + 1]) : nil,
        length: length)
    }
    firsts.append(symbols.count)
    var key: UInt64 = 0
    for length in levels.indices.dropFirst() {
      key = key << WindowCount.symbolBits | UInt64(ModelSymbol.start)
      if let place = levels[length].place(of: key) { start = UInt32(bases[length] + place) }
    }
  }

  private mutating func addRoot(_ root: ContextLevel, longer: ContextLevel?) {
    let denominator = Double(root.denominators[0])
    let unseen = Double(root.remainders[0]) / denominator / Double(ModelSymbol.count)
    backs.append(1)
    suffixes.append(0)
    firsts.append(0)
    var counts = [UInt64](repeating: 0, count: ModelSymbol.count)
    for place in root.places(of: 0) { counts[Int(root.symbols[place])] = root.counts[place] }
    for symbol in UInt8(0)..<UInt8(ModelSymbol.count) {
      let node = symbol == ModelSymbol.end ? nil : longer?.place(of: UInt64(symbol))
      symbols.append(symbol)
      probabilities.append(Double(counts[Int(symbol)]) / denominator + unseen)
      nexts.append(UInt32((node ?? -1) + 1))
    }
  }

  /// Adds the nodes of a length.
  ///
  /// What follows a context often enough also follows each shorter one often enough, so a node's way
  /// back leads one symbol back, and that node has all of its symbols.
  private mutating func add(
    _ level: ContextLevel, shorter: ContextLevel, shorterBase: Int,
    longer: (level: ContextLevel, base: Int)?, length: Int
  ) {
    let (restBits, restMask) = (
      WindowCount.symbolBits * UInt64(length - 1), WindowCount.mask(ofLast: length - 1)
    )
    var (place, firstSymbol, longerPlace) = (0, UInt64.max, 0)
    for context in 0..<level.count {
      let key = level.keys[context]
      if key >> restBits != firstSymbol { (place, firstSymbol) = (0, key >> restBits) }
      guard let found = shorter.place(of: key & restMask, from: place) else {
        preconditionFailure("a kept context is kept without its first symbol")
      }
      place = found
      let suffix = shorterBase + found
      let denominator = Double(level.denominators[context])
      let back = Double(level.remainders[context]) / denominator
      backs.append(back)
      suffixes.append(UInt32(suffix))
      firsts.append(symbols.count)
      var lower = firsts[suffix]
      for each in level.places(of: context) {
        let symbol = level.symbols[each]
        while symbols[lower] < symbol { lower += 1 }
        precondition(symbols[lower] == symbol, "a shorter context has all symbols of a longer one")
        var next = nexts[lower]
        if let longer, symbol != ModelSymbol.end {
          let found = longer.level.place(
            of: key << WindowCount.symbolBits | UInt64(symbol), from: longerPlace)
          if let found {
            longerPlace = found
            next = UInt32(longer.base + found)
          }
        }
        symbols.append(symbol)
        probabilities.append(Double(level.counts[each]) / denominator + back * probabilities[lower])
        nexts.append(next)
      }
    }
  }

  /// The probability of a symbol after a node's context; not rounded, as a file's numbers are.
  package func probability(of symbol: UInt8, at node: Int) -> Double {
    var (node, back) = (node, 1.0)
    while true {
      for place in firsts[node]..<firsts[node + 1] where symbols[place] == symbol {
        return back * probabilities[place]
      }
      // The root has every symbol.
      if node == 0 { return 0 }
      back *= backs[node]
      node = Int(suffixes[node])
    }
  }

  /// The negative binary logarithm of a password's probability, without the bits that say which
  /// characters beyond ASCII it has.
  package func bits(_ utf8: Span<UInt8>) -> Double {
    var (node, bits) = (Int(start), 0.0)
    func follow(_ symbol: UInt8) {
      bits -= log2(probability(of: symbol, at: node))
      node = next(after: symbol, at: node)
    }
    UTF8Units.forEachScalar(in: utf8) { follow(ModelSymbol.of($0)) }
    follow(ModelSymbol.end)
    return bits
  }

  /// The longest kept context that ends with a context's end and a symbol.
  private func next(after symbol: UInt8, at start: Int) -> Int {
    var node = start
    while true {
      for place in firsts[node]..<firsts[node + 1] where symbols[place] == symbol {
        return Int(nexts[place])
      }
      if node == 0 { return 0 }
      node = Int(suffixes[node])
    }
  }
}
