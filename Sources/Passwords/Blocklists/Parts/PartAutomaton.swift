/// Finds whether a text contains any of many values, in one pass over the text.
///
/// An Aho–Corasick automaton in flat arrays with 9 bytes per node. Nodes are ordered by depth; the
/// children of a node are adjacent. Only the existence of a hit matters, so no node follows a hit:
/// values that contain other values take no memory. The first two levels, where most steps begin or
/// fall back to, are a separate table.
///
///     let automaton = PartAutomaton(values) { FoldedForm.lowercase($0) }
///     automaton.finds(partOf: text, in: 0..<text.count)        // "Mypass1", where "pass" is a value
///
/// - Complexity: A pass takes at most two steps per byte. Making the automaton takes O(bytes × log
///   values): 0.4 s for a million values, and 90 MB at the peak of a run with only these.
/// - Source: A. V. Aho, M. J. Corasick, *Efficient string matching*, CACM 18(6), 1975.
struct PartAutomaton: Sendable {
  /// The number of distinct values, including those that contain others.
  let valueCount: Int

  /// The symbol of each byte, from 1 on; 0 for bytes that no value contains.
  private let symbols: [UInt16]
  /// The number of symbols, plus one.
  private let width: Int
  /// For each pair of symbols, the deepest node that it leads to, of depth 2 at most.
  private var pairs: [UInt32]
  /// Ordered by depth, root first.
  ///
  /// An extra last node marks the end of the previous node's children.
  private var nodes: [Node] = []
  /// The symbol that leads to each node, minus 1.
  private var labels: [UInt8] = []
  /// The first node of depth 2.
  private var firstDeep = Int.max

  private struct Node {
    /// The first child; the children end where the next node's begin.
    var firstChild: UInt32
    /// The node of the longest proper suffix; the top bit marks the end of a value.
    var suffix: UInt32

    var isHit: Bool { suffix >> 31 != 0 }
    static let hit: UInt32 = 1 << 31
  }

  /// Makes the automaton of some values.
  ///
  /// `letter` maps each byte of a text to the byte that it counts as; values have only such bytes.
  init(_ values: PartValues, letter: (UInt8) -> UInt8) {
    let values = values.sortedAndDistinct()
    valueCount = values.count
    var used = Array(repeating: false, count: 256)
    for byte in values.text { used[Int(byte)] = true }
    let alphabet = used.indices.filter { used[$0] }
    symbols = (UInt8.min...UInt8.max).map { byte in
      UInt16((alphabet.firstIndex(of: Int(letter(byte))) ?? -1) + 1)
    }
    width = alphabet.count + 1
    pairs = Array(repeating: 0, count: width * width)
    addNodes(of: values)
  }

  /// Whether some bytes of a text contain a value.
  func finds(partOf text: Span<UInt8>, in range: Range<Int>) -> Bool {
    let symbols = symbols.span
    var (node, previous) = (0, 0)
    for index in range {
      let symbol = Int(symbols[Int(text[index])])
      node = symbol == 0 ? 0 : step(from: node, previous, symbol)
      if nodes[node].isHit { return true }
      previous = symbol
    }
    return false
  }

  /// The node of the longest known suffix after another symbol.
  @inline(__always)
  private func step(from node: Int, _ previous: Int, _ symbol: Int) -> Int {
    var node = node
    while node >= firstDeep {
      if let child = child(of: node, symbol) { return child }
      node = Int(nodes[node].suffix)
    }
    return Int(pairs[previous &* width &+ symbol])
  }

  @inline(__always)
  private func child(of node: Int, _ symbol: Int) -> Int? {
    let label = UInt8(truncatingIfNeeded: symbol &- 1)
    var start = Int(nodes[node].firstChild)
    var end = Int(nodes[node &+ 1].firstChild)
    while end &- start > 8 {
      let middle = (start &+ end) / 2
      if labels[middle] <= label { start = middle } else { end = middle }
    }
    while start < end {
      if labels[start] == label { return start }
      start &+= 1
    }
    return nil
  }
}

extension PartAutomaton {
  /// Adds the nodes of sorted values, level by level.
  private mutating func addNodes(of values: PartValues) {
    nodes.append(Node(firstChild: 1, suffix: 0))
    labels.append(0)
    // The values that continue from each node of the current level; none after a hit.
    var level = [0..<values.count]
    var first = 0
    var depth = 0
    while !level.isEmpty {
      var next: [Range<Int>] = []
      let firstOfNext = nodes.count
      if depth == 1 { firstDeep = firstOfNext }
      for (offset, range) in level.enumerated() {
        let node = first + offset
        nodes[node].firstChild = UInt32(nodes.count)
        var start = range.lowerBound
        while start < range.upperBound {
          let byte = values.byte(depth, of: start)
          var end = start + 1
          while end < range.upperBound, values.byte(depth, of: end) == byte { end += 1 }
          let symbol = Int(symbols[Int(byte)])
          let suffix =
            depth == 0 ? 0 : step(from: Int(nodes[node].suffix), Int(labels[node]) + 1, symbol)
          // The first of them is the shortest.
          let isHit = values.byteCount(of: start) == depth + 1 || nodes[suffix].isHit
          nodes.append(Node(firstChild: 0, suffix: UInt32(suffix) | (isHit ? Node.hit : 0)))
          labels.append(UInt8(symbol - 1))
          next.append(isHit ? start..<start : start..<end)
          start = end
        }
      }
      if depth == 0 { fillPairs(firstOfNext..<nodes.count) }
      if depth == 1 { fillPairs(from: first..<firstOfNext) }
      (level, first) = (next, firstOfNext)
      depth += 1
    }
    nodes.append(Node(firstChild: UInt32(nodes.count), suffix: 0))
    nodes = Array(nodes)
  }

  /// Adds the nodes of depth 1, which are reached after any other symbol.
  private mutating func fillPairs(_ children: Range<Int>) {
    for previous in 0..<width {
      for child in children { pairs[previous * width + Int(labels[child]) + 1] = UInt32(child) }
    }
  }

  /// Adds the nodes of depth 2.
  private mutating func fillPairs(from parents: Range<Int>) {
    for parent in parents {
      let end = parent + 1 < parents.upperBound ? Int(nodes[parent + 1].firstChild) : nodes.count
      for child in Int(nodes[parent].firstChild)..<end {
        pairs[(Int(labels[parent]) + 1) * width + Int(labels[child]) + 1] = UInt32(child)
      }
    }
  }
}
