@_spi(Internal) import Bytes
import CInstructions
import Diagnostics

/// The nodes and transitions of a model, wherever its bytes are.
///
/// Every read stays within the bytes, and every walk ends, whatever the bytes are: another program may
/// change a mapped file.
struct ModelGraph: Sendable {
  private let nodesStart: Int
  private let transitionsStart: Int
  private let lastPlace: Int
  private let lastNode: Int
  private let start: Int

  /// The units of a cost that are one bit.
  static let unitsPerBit = 1024.0

  /// Makes the graph of a file, which must have the size that its header states.
  init(_ header: ModelHeader) {
    nodesStart = header.nodesStart
    transitionsStart = header.transitionsStart
    lastPlace = header.placeCount - 1
    lastNode = header.contextCount - 1
    start = header.start
  }

  /// The place of a password in the model, and what it cost so far.
  struct Walk: BitwiseCopyable {
    /// The present context.
    var node: Int
    /// The cost in units of 1/1024 bit.
    var units = 0
    /// How many characters were ``ModelSymbol/other``.
    var others = 0

    /// The cost in bits.
    var bits: Double {
      Double(units) / ModelGraph.unitsPerBit + Double(others) * ModelSymbol.otherBits
    }
  }

  /// A node as it is read.
  struct Node {
    /// A bit for each symbol that has a transition.
    let low: UInt64
    let high: UInt64
    /// The place of the first transition.
    let first: Int
    /// The context without its first symbol, an earlier node; 0 for the root.
    let suffix: Int
    /// What it costs to go there, in units.
    let back: Int
    /// The number of transitions of the first 64 symbols.
    let lowCount: Int
    /// The number of symbols of the context.
    let length: Int

    /// Whether a symbol has a transition.
    @inline(__always)
    func has(_ symbol: UInt8) -> Bool {
      (symbol < 64 ? low : high) &>> UInt64(symbol & 63) & 1 == 1
    }

    /// The place of the transition of a symbol that has one.
    @inline(__always)
    func place(of symbol: UInt8) -> Int {
      let isLow = symbol < 64
      let before = (isLow ? low : high) & (1 &<< UInt64(symbol & 63) &- 1)
      return first &+ (isLow ? 0 : lowCount) &+ before.nonzeroBitCount
    }
  }

  /// Where a walk begins.
  var begin: Walk { Walk(node: start) }

  /// Reads a node.
  @inline(__always)
  func node(_ number: Int, _ file: RawSpan) -> Node {
    let offset = nodesStart &+ ModelHeader.nodeBytes &* number
    let links: UInt64 = file.number(at: offset &+ 16)
    let rest: UInt64 = file.number(at: offset &+ 24)
    return Node(
      low: file.number(at: offset), high: file.number(at: offset &+ 8),
      first: Int(truncatingIfNeeded: links & 0xFFFF_FFFF),
      suffix: min(Int(truncatingIfNeeded: links &>> 32), max(number &- 1, 0)),
      back: Int(truncatingIfNeeded: rest & 0xFFFF),
      lowCount: Int(truncatingIfNeeded: rest &>> 16 & 0xFF),
      length: Int(truncatingIfNeeded: rest &>> 24 & 0xFF))
  }

  /// Reads the transition of a place: its cost in units, and the next node.
  @inline(__always)
  func transition(_ place: Int, _ file: RawSpan) -> (cost: Int, next: Int) {
    // Two bytes follow the last transition.
    let word: UInt64 = file.number(
      at: transitionsStart &+ ModelHeader.transitionBytes &* min(place, lastPlace))
    return (
      Int(truncatingIfNeeded: word & 0xFFFF),
      min(Int(truncatingIfNeeded: word &>> 16 & 0xFFFF_FFFF), lastNode)
    )
  }

  /// Looks for a symbol in the present context; if it has no transition, goes to the shorter context.
  ///
  /// - Returns: The place of its transition; nil if it has none.
  @inline(__always)
  func seek(_ walk: inout Walk, _ symbol: UInt8, _ file: RawSpan) -> Int? {
    let node = node(walk.node, file)
    // The root has every symbol.
    if node.has(symbol) || walk.node == 0 { return node.place(of: symbol) }
    walk.units &+= node.back
    walk.node = node.suffix
    return nil
  }

  /// Follows the transition of a symbol.
  @inline(__always)
  func follow(_ walk: inout Walk, _ symbol: UInt8, at place: Int, _ file: RawSpan) {
    let (cost, next) = transition(place, file)
    walk.units &+= cost
    walk.node = next
    walk.others &+= symbol == ModelSymbol.other ? 1 : 0
  }

  /// Follows a symbol from the longest context that it follows.
  ///
  /// - Returns: How many symbols of context were forgotten before that.
  @discardableResult @inline(__always)
  func step(_ walk: inout Walk, _ symbol: UInt8, _ file: RawSpan) -> Int {
    var forgotten = 0
    while true {
      if let place = seek(&walk, symbol, file) {
        follow(&walk, symbol, at: place, file)
        return forgotten
      }
      forgotten &+= 1
    }
  }

  /// Prefetches a node.
  @inline(__always)
  func prefetch(node: Int, _ file: RawSpan) {
    // SAFETY: the address is not read.
    let base = unsafe file.withUnsafeBytes(\.baseAddress)
    unsafe prefetch_line(base.map { unsafe $0 + (nodesStart &+ ModelHeader.nodeBytes &* node) })
  }

  /// Prefetches a transition.
  @inline(__always)
  func prefetch(transition place: Int, _ file: RawSpan) {
    // SAFETY: the address is not read.
    let base = unsafe file.withUnsafeBytes(\.baseAddress)
    unsafe prefetch_line(
      base.map { unsafe $0 + (transitionsStart &+ ModelHeader.transitionBytes &* place) })
  }
}

extension ModelGraph {
  /// Checks that all numbers of a file are possible: then every walk is one of the model.
  func check(_ header: ModelHeader, _ file: RawSpan) throws(Problem) {
    var first = 0
    for number in 0...lastNode {
      let node = node(number, file)
      let offset = nodesStart + ModelHeader.nodeBytes * number
      let suffix = Int(file.number(at: offset + 20, as: UInt32.self))
      let isRoot = number == 0
      let hasAllSymbols = node.low == .max && node.high == 1 << UInt64(ModelSymbol.count - 64) - 1
      guard node.first == first, node.lowCount == node.low.nonzeroBitCount,
        node.high >> UInt64(ModelSymbol.count - 64) == 0, isRoot ? suffix == 0 : suffix < number,
        isRoot ? hasAllSymbols : node.low | node.high != 0,
        node.length == (isRoot ? 0 : self.node(suffix, file).length + 1),
        node.length < header.settings.order
      else { throw ModelFile.damaged(.contexts, offset: offset) }
      first += node.lowCount + node.high.nonzeroBitCount
    }
    guard first == header.placeCount else { throw ModelFile.damaged(.contexts, offset: nodesStart) }
    for place in 0...lastPlace {
      let offset = transitionsStart + ModelHeader.transitionBytes * place
      guard file.number(at: offset + 2, as: UInt32.self) <= lastNode else {
        throw ModelFile.damaged(.transitions, offset: offset)
      }
    }
  }
}
