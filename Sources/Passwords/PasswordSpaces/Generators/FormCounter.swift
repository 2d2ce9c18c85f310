import BigInt
import PasswordPolicies
import Passwords

/// How likely a generator's passwords meet constraints, as whole numbers out of ``whole``.
///
///     var counter = try FormCounter(generator)
///     try counter.weight(of: constraints)  // of counter.whole
///
/// Reads all that the generator may write with an automaton of the constraints; nothing is sampled.
struct FormCounter: Sendable {
  let generator: Generator
  /// The weight of all passwords that the generator lets through.
  private(set) var whole = BigUInt(1)
  /// The fewest and most characters.
  let lengths: ClosedRange<Int>
  /// The characters that it can produce.
  let alphabet: CodePointSet
  /// The time to give up.
  var deadline = CountingDeadline()
  private let graph: FormGraph
  private let repertoire: Repertoire
  private var known: [Constraints: BigUInt] = [:]

  init(_ generator: Generator) throws {
    self.generator = generator
    graph = try FormGraph(generator)
    lengths = (graph.lengths.min() ?? 0)...(graph.lengths.max() ?? 0)
    alphabet = graph.pieces.reduce(CodePointSet()) { $0.union($1.characters) }
    repertoire = Repertoire(
      Repertoire.printableASCII.ranges(of: alphabet).joined().compactMap(Unicode.Scalar.init))
    whole = try weight(of: Constraints(alphabet: alphabet))
  }

  /// The weight of the passwords that meet constraints.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  mutating func weight(of constraints: Constraints) throws(KeyspaceProblem) -> BigUInt {
    var all = constraints
    all.formIntersection(Constraints([.fact(.length, lengths)]))
    guard var simple = all.simplified(in: repertoire) else { return 0 }
    if simple.needs.contains(where: { $0.minimum > lengths.upperBound }) { return 0 }
    simple.dropIdleLimits(upTo: lengths.upperBound)
    if let weight = known[simple] { return weight }
    // Where a text that is always there is not permitted, nothing else need be counted.
    let permitted = Constraints(alphabet: simple.alphabet)
    if constraints != permitted, try weight(of: permitted).isZero { return 0 }
    if simple.distinct > 0, FormStep.all(generator.row.form).contains(where: { $0.word != nil }) {
      throw .tooManyStates(limit: Automaton.mostStates, rules: ["min-unique"])
    }
    var reading = try FormReading(of: graph, simple, in: repertoire, by: deadline)
    let weight = try reading.weight(from: 0, FormReading.Place())
    known[simple] = weight
    return weight
  }
}

/// A graph as the automaton of constraints reads it.
private struct FormReading {
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
  /// By piece and state, the ways that are known.
  private var ways: [[Int: [Way]]]
  /// By piece, words by the groups of their characters, with their number.
  private var knownWords: [Int: [[Int]: UInt]] = [:]

  /// What matters of the text so far.
  struct Place: Hashable {
    var state = 0
    /// 0 if every length is permitted.
    var length = 0
  }

  /// Where a piece leads, its length, and how many characters or words of it lead there.
  private typealias Way = (state: Int, length: Int, times: UInt)

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
  mutating func weight(from node: Int, _ place: Place) throws(KeyspaceProblem) -> BigUInt {
    if node == graph.end {
      let isPermitted = !countsLength || constraints.permits(length: place.length)
      return isPermitted && automaton.states[place.state].isAccepting ? 1 : 0
    }
    if let weight = known[node][place] { return weight }
    try deadline.check()
    var sum = BigUInt(0)
    for edge in graph.edges[node] {
      var followed = BigUInt(0)
      for way in ways(of: edge.piece, from: place.state) {
        let length = countsLength ? place.length + way.length : 0
        let next = Place(state: way.state, length: length)
        followed.multiplyAndAdd(try weight(from: edge.target, next), way.times)
      }
      sum += followed * edge.weight
    }
    known[node][place] = sum
    return sum
  }

  private mutating func ways(of piece: Int, from state: Int) -> [Way] {
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
    let found = times.map { (state: $0.key.state, length: $0.key.length, times: $0.value) }
    ways[piece][state] = found
    return found
  }

  /// Words whose characters are permitted, by the groups of these.
  private func alike(_ words: [[UInt8]]) -> [[Int]: UInt] {
    words.reduce(into: [:]) { alike, word in
      let groups = word.compactMap { self.groups[Int($0)] }
      if groups.count == word.count { alike[groups, default: 0] += 1 }
    }
  }
}
