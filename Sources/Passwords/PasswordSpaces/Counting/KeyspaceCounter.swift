package import BigInt
import Passwords

/// Counts strings and caches intermediate results.
///
///     var counter = KeyspaceCounter()
///     try counter.counts(of: constraints, upTo: 8)[8]
///
/// Needs of one character, and limits on runs and kinds or on both ends, have a closed form:
/// inclusion–exclusion over ``WordTable``. An automaton counts the others.
package struct KeyspaceCounter {
  /// The characters that exist.
  package let repertoire: Repertoire
  /// The baseline of the counts.
  package let alphabet: ComparisonAlphabet
  private var words: WordTable
  /// The time to give up, checked between two numbers.
  package let deadline: CountingDeadline

  /// The length of the longest strings that are counted.
  ///
  /// A number at that length has 26 000 bits and takes a second.
  package static let longest = 4096
  /// The same if sequences or kinds are limited, since the time then grows with the square.
  package static let longestLinked = 1024

  /// The bytes that cached counts take; at most ``mostHeldBytes``.
  package var heldBytes: Int { words.heldBytes }
  /// The most bytes that cached counts take.
  package static let mostHeldBytes = WordTable.mostBytes

  /// The most states of an automaton times characters; this takes some seconds.
  private static let mostStateSteps = 1 << 24

  /// Makes a counter for a comparison alphabet; gives up at the deadline, if there is one.
  package init(comparing alphabet: ComparisonAlphabet, deadline: ContinuousClock.Instant? = nil) {
    self.init(alphabet.repertoire, comparing: alphabet, deadline: deadline)
  }

  /// Makes a counter for these characters; gives up at the deadline, if there is one.
  package init(
    _ repertoire: Repertoire = .all, comparing alphabet: ComparisonAlphabet = .policy,
    deadline: ContinuousClock.Instant? = nil
  ) {
    self.repertoire = repertoire
    self.alphabet = alphabet
    self.deadline = CountingDeadline(time: deadline)
    words = WordTable(repertoire, self.deadline)
  }

  /// Counts the strings of each length from 0 to `length` that meet the constraints except those on
  /// length.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package mutating func counts(
    of constraints: Constraints, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    guard length <= Self.longest else { throw .lengthOutOfReach(length, limit: Self.longest) }
    try deadline.check()
    let none = [BigUInt](repeating: 0, count: length + 1)
    var free = constraints
    free.liftLengths()
    guard var simple = free.simplified(in: repertoire) else { return none }
    simple.dropIdleLimits(upTo: length)
    let isLinked = simple.limits.sequence != nil || simple.limits.limitsKinds
    if isLinked, length > Self.longestLinked {
      throw .lengthOutOfReach(length, limit: Self.longestLinked)
    }
    if simple.needs.contains(where: { $0.minimum > length }) { return none }
    if simple.needsAutomaton { return try countsByAutomaton(of: simple, upTo: length) }
    let inclusion = Inclusion(simple)
    var sums = [SignedSum](repeating: SignedSum(), count: length + 1)
    if isLinked {
      for (avoided, coefficient) in try inclusion.bySet() {
        try deadline.check()
        let alphabet = simple.alphabet.subtracting(avoided)
        let counts = try words.counts(over: alphabet, simple.limits, upTo: length)
        for index in sums.indices { sums[index].add(counts[index], times: coefficient) }
      }
    } else if !simple.ends.isFree {
      for (avoided, coefficient) in try inclusion.bySet() {
        try deadline.check()
        let counts = try strings(
          over: simple.alphabet.subtracting(avoided), simple.ends, upTo: length)
        for index in sums.indices { sums[index].add(counts[index], times: coefficient) }
      }
    } else {
      let size = repertoire.count(of: simple.alphabet)
      for (avoided, coefficient) in try inclusion.bySize(in: repertoire) {
        try deadline.check()
        let counts = try words.counts(size: size - avoided, simple.limits, upTo: length)
        for index in sums.indices { sums[index].add(counts[index], times: coefficient) }
      }
    }
    return sums.indices.map { simple.permits(length: $0) ? sums[$0].value : 0 }
  }

  /// The number of all strings of each length from 0 to `length` over an alphabet.
  mutating func strings(
    alphabetSize: Int, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    try words.counts(size: alphabetSize, RunLimits(), upTo: length)
  }

  /// The number of strings over an alphabet of each length from 0 to `length` that begin and end
  /// with permitted characters: the ends are chosen, and what is between them is free.
  private mutating func strings(
    over alphabet: CodePointSet, _ ends: Constraints.Ends, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    let (firsts, lasts) = (
      alphabet.intersection(ends.first), alphabet.intersection(ends.last)
    )
    let ways = BigUInt(repertoire.count(of: firsts)) * BigUInt(repertoire.count(of: lasts))
    let between = try strings(
      alphabetSize: repertoire.count(of: alphabet), upTo: max(0, length - 2))
    let single = BigUInt(repertoire.count(of: firsts.intersection(lasts)))
    return [0, single].prefix(length + 1) + between.prefix(max(0, length - 1)).map { $0 * ways }
  }

  private mutating func countsByAutomaton(
    of constraints: Constraints, upTo length: Int
  ) throws(KeyspaceProblem) -> [BigUInt] {
    let automaton = try Automaton(constraints, in: repertoire, deadline: deadline.time)
    guard automaton.states.count * length <= Self.mostStateSteps else {
      throw .tooManyStates(
        limit: Self.mostStateSteps / length, rules: constraints.ruleNames)
    }
    var ends = automaton.acceptingEmpty
    var counts = [ends[0]]
    while counts.count <= length {
      try deadline.check()
      ends = automaton.lengthened(ends)
      counts.append(ends[0])
    }
    return counts.indices.map { constraints.permits(length: $0) ? counts[$0] : 0 }
  }
}

/// The time at which counting gives up.
package struct CountingDeadline: Sendable {
  /// The time; nil for no limit.
  let time: ContinuousClock.Instant?

  /// Makes a deadline.
  package init(time: ContinuousClock.Instant? = nil) { self.time = time }

  /// Throws if the time has come.
  func check() throws(KeyspaceProblem) {
    if let time, ContinuousClock.now >= time { throw .outOfTime }
  }
}
