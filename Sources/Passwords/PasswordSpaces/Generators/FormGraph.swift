import BigInt
import Passwords

/// All that a generator may write, as a graph without cycles: each edge adds a piece to the text, and each
/// way from node 0 to ``end`` is a way to write one.
///
///     let graph = try FormGraph(generator)
///
/// The product of the weights along a way is its probability, in units that are the same for all ways.
/// What is drawn again ends elsewhere.
struct FormGraph: Sendable {
  let pieces: [Piece]
  let edges: [[Edge]]
  let end: Int
  /// The fewest and most characters.
  let lengths: ClosedRange<Int>

  /// What an edge adds to the text; its weight is that of each character or word.
  enum Piece: Hashable, Sendable {
    case character(of: CodePointSet)
    case word(of: [[UInt8]])

    static let nothing = Piece.word(of: [[]])

    /// Written out, since an initializer from any sequence takes ten times as long for thousands of words.
    var characters: CodePointSet {
      switch self {
      case .character(let set): return CodePointSet(ascii: set.ascii)
      case .word(let words):
        var ascii: UInt128 = 0
        for byte in words.joined() where byte < 0x80 { ascii |= 1 << UInt128(byte) }
        return CodePointSet(ascii: ascii)
      }
    }

    var texts: [[UInt8]] {
      switch self {
      case .character(let set): set.text.utf8.map { [$0] }
      case .word(let words): words
      }
    }

    var lengths: Set<Int> {
      if case .word(let words) = self { Set(words.map(\.count)) } else { [1] }
    }
  }

  struct Edge: Sendable {
    /// The number of the piece.
    let piece: Int
    let target: Int
    let weight: BigUInt
  }

  /// - Throws: `DecodingError` for a step of no known kind, or if nothing is kept.
  init(_ generator: Generator) throws {
    let writer = FormWriter(generator)
    end = try writer.writeAll()
    pieces = writer.pieces
    lengths = (writer.lengths[end].min() ?? 0)...(writer.lengths[end].max() ?? 0)
    // A common multiple of what the ways from each node to the end are out of.
    var units = [BigUInt?](repeating: nil, count: writer.edges.count)
    func unit(_ node: Int) -> BigUInt {
      if let known = units[node] { return known }
      let unit = writer.edges[node].reduce(BigUInt(1)) { common, edge in
        let whole = edge.chance.whole * unit(edge.target)
        return (common % whole).isZero
          ? common : common / common.greatestCommonDivisor(with: whole) * whole
      }
      units[node] = unit
      return unit
    }
    edges = writer.edges.indices.map { node in
      writer.edges[node].map { edge in
        let weight = edge.chance.part * unit(node) / (edge.chance.whole * unit(edge.target))
        return Edge(piece: edge.piece, target: edge.target, weight: weight)
      }
    }
  }
}
