import BigInt
import Passwords

/// A graph as the automaton of constraints reads it.
struct FormReading {
  private let graph: FormGraph
  private let constraints: Constraints
  private let automaton: Automaton
  private let deadline: CountingDeadline
  /// The group of each byte; nil for a character that may not occur.
  private let groups: [Int?]
  /// Whether some of the lengths are not permitted.
  private let countsLength: Bool
  /// By node, the weights that are known of what may follow.
  private var known: [[Place: BigUInt]]
  /// By piece and state, where the piece leads, by how many characters or words of it.
  private var ways: [[Int: [Place: UInt]]]
  /// By piece, words by the groups of their characters, with their number.
  private var knownWords: [Int: [[Int]: UInt]] = [:]

  /// What matters of the text so far, or of a piece.
  struct Place: Hashable {
    var state = 0
    /// 0 if every length is permitted.
    var length = 0
  }

  init(
    of graph: FormGraph, _ constraints: Constraints, in repertoire: Repertoire,
    by deadline: CountingDeadline
  ) throws(KeyspaceProblem) {
    (self.graph, self.constraints, self.deadline) = (graph, constraints, deadline)
    let limits = constraints.limits
    let tellsAll = limits.run != nil || limits.sequence != nil || constraints.distinct > 0
    let cuts = graph.pieces.flatMap { piece in
      switch piece {
      case .character(let set): [set]
      case .word: tellsAll ? piece.characters.characters : []
      }
    }
    automaton = try Automaton(constraints, in: repertoire, cuts: cuts, deadline: deadline.time)
    let sets = automaton.characterGroups.sets
    groups = (UInt8.min...UInt8.max).map { byte in
      sets.firstIndex { $0.contains(Unicode.Scalar(byte)) }
    }
    countsLength = !graph.lengths.allSatisfy(constraints.permits(length:))
    known = graph.edges.map { _ in [:] }
    ways = graph.pieces.map { _ in [:] }
  }

  /// The weight of all that leads from a node to the end, and is accepted.
  mutating func weight(
    from node: Int = 0, _ place: Place = Place()
  ) throws(KeyspaceProblem) -> BigUInt {
    if node == graph.end {
      let isPermitted = !countsLength || constraints.permits(length: place.length)
      return isPermitted && automaton.states[place.state].isAccepting ? 1 : 0
    }
    if let weight = known[node][place] { return weight }
    try deadline.check()
    var sum = BigUInt(0)
    for edge in graph.edges[node] {
      var followed = BigUInt(0)
      for (more, times) in ways(of: edge.piece, from: place.state) {
        let length = countsLength ? place.length + more.length : 0
        let next = Place(state: more.state, length: length)
        followed.multiplyAndAdd(try weight(from: edge.target, next), times)
      }
      sum += followed * edge.weight
    }
    known[node][place] = sum
    return sum
  }

  private mutating func ways(of piece: Int, from state: Int) -> [Place: UInt] {
    if let known = ways[piece][state] { return known }
    var times: [Place: UInt] = [:]
    switch graph.pieces[piece] {
    case .character(let set):
      for (group, all) in automaton.characterGroups.sets.enumerated() where all.isSubset(of: set) {
        for (target, characters) in automaton.moves(state, group) {
          times[Place(state: target, length: 1), default: 0] += UInt(characters)
        }
      }
    case .word(let words):
      let alike = knownWords[piece] ?? self.alike(words)
      knownWords[piece] = alike
      for (word, count) in alike {
        let end = word.reduce(Optional(state)) { state, group in
          state.flatMap { automaton.moves($0, group).first?.target }
        }
        if let end { times[Place(state: end, length: word.count), default: 0] += count }
      }
    }
    ways[piece][state] = times
    return times
  }

  /// Words whose characters are permitted, by the groups of these.
  private func alike(_ words: [[UInt8]]) -> [[Int]: UInt] {
    words.reduce(into: [:]) { alike, word in
      let groups = word.compactMap { self.groups[Int($0)] }
      if groups.count == word.count { alike[groups, default: 0] += 1 }
    }
  }
}
