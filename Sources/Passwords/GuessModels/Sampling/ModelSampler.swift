import Bytes
import Glibc

/// Draws passwords from a model, each with its probability.
///
/// A node's own share of a symbol is what its transition has beyond the way back. Chooses among these,
/// or goes back and chooses there. A password ends after 256 symbols at most.
struct ModelSampler {
  private let graph: ModelGraph
  private var random: SplitMix64

  /// The most symbols of a drawn password.
  private static let mostSymbols = 256
  /// The probability of each cost.
  private static let probabilities = (0...Int(UInt16.max)).map {
    exp2(Double(-$0) / ModelGraph.unitsPerBit)
  }

  /// Begins with a seed: the same model and seed give the same passwords.
  init(_ graph: ModelGraph, seed: UInt64) {
    self.graph = graph
    random = SplitMix64(seed: seed)
  }

  /// The bits of some drawn passwords, ascending.
  mutating func bits(count: Int, _ file: RawSpan) -> [Double] {
    (0..<count).map { _ in draw(file) { _ in } }.sorted()
  }

  /// Draws a password.
  ///
  /// - Parameters:
  ///   - file: The bytes of the model.
  ///   - take: Receives its symbols, without the end.
  /// - Returns: Its bits, as a walk finds them.
  mutating func draw(_ file: RawSpan, _ take: (UInt8) -> Void) -> Double {
    var walk = graph.begin
    for _ in 0..<Self.mostSymbols {
      let symbol = chooseSymbol(at: walk.node, file)
      graph.step(&walk, symbol, file)
      if symbol == ModelSymbol.end { break }
      take(symbol)
    }
    return walk.bits
  }

  private mutating func chooseSymbol(at start: Int, _ file: RawSpan) -> UInt8 {
    var number = start
    while true {
      let node = graph.node(number, file)
      let back = number == 0 ? 0 : Self.probabilities[node.back]
      var at = random.share()
      if at >= back || number == 0 {
        at = (at - back) / (1 - back)
        if let symbol = choose(at, of: node, number, back, file) { return symbol }
      }
      number = node.suffix
      if number == 0, node.length == 0 { return ModelSymbol.end }
    }
  }

  /// The symbol at a place from 0 to below 1 among a node's own shares; nil if it has none.
  private func choose(
    _ at: Double, of node: ModelGraph.Node, _ number: Int, _ back: Double, _ file: RawSpan
  ) -> UInt8? {
    let suffix = graph.node(node.suffix, file)
    var (sum, place) = (0.0, node.first)
    var shares: [(symbol: UInt8, sum: Double)] = []
    for word in 0..<2 {
      var rest = word == 0 ? node.low : node.high
      while rest != 0 {
        let symbol = UInt8(truncatingIfNeeded: 64 * word + rest.trailingZeroBitCount)
        rest &= rest - 1
        var own = Self.probabilities[graph.transition(place, file).cost]
        place += 1
        if number > 0, suffix.has(symbol) {
          let lower = graph.transition(suffix.place(of: symbol), file).cost
          own -= back * Self.probabilities[lower]
        }
        sum += max(own, 0)
        shares.append((symbol, sum))
      }
    }
    guard sum > 0 else { return nil }
    return shares.first { $0.sum > at * sum }?.symbol ?? shares.last?.symbol
  }
}
