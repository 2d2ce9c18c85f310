package import BigInt
package import Diagnostics
package import PasswordRules
import Passwords

/// Everything that is told of one policy's keyspace, as far as the counter's alphabet goes.
///
///     var counter = KeyspaceCounter(comparing: .ascii)
///     let keyspace = try PolicyKeyspace(policy, &counter)
///     keyspace.floor?.bits   // of the shortest passwords, which is what the policy guarantees
package struct PolicyKeyspace: Sendable {
  /// What was counted.
  package let policy: Policy
  /// Which strings were counted, and what they are compared with.
  package let alphabet: ComparisonAlphabet
  /// Characters that passwords can be written with, over all alternatives.
  package let alphabetSize: Int
  /// Whether those go beyond ASCII.
  package let isUnicode: Bool
  /// Whether the policy permits characters that were not counted.
  package let permitsMore: Bool
  /// Rules that ask for characters, and how many of them are not automatic.
  package let obligations: (all: Int, effective: Int)
  /// The longest run of one character that any alternative lets pass; nil for no limit.
  package let maxRun: Int?
  /// The lengths counted.
  package let range: LengthRange
  /// One for each length of the range.
  package let rows: [Row]
  /// The shortest passwords that there are; nil for an impossible policy.
  package let floor: Row?
  /// Bits that one more character adds in the long run; nil where passwords cannot go on for ever.
  package let bitsPerCharacter: Double?
  /// What each rule costs at the shortest length; nil for an impossible policy.
  package let floorCosts: RuleCosts?
  /// Why no password can comply; nil when one can.
  package let impossible: String?
  /// Rules that cannot be counted and were left out.
  package let uncounted: [String]
  /// Bits at ``referenceLengths``; nil where that length is not permitted.
  package let referenceBits: [Double?]

  /// Lengths that policies are compared at.
  package static let referenceLengths = [8, 12, 16, 20]

  /// The passwords of one length.
  package struct Row: Hashable, Sendable {
    /// In code points.
    package let length: Int
    /// How many there are.
    package let count: BigUInt
    /// Those of this length and of all lesser ones of the range.
    package let cumulative: BigUInt
    /// Strings of this length over printable ASCII, Unicode, and the policy's own alphabet.
    package let baselines: Baselines
  }

  /// What a count is compared with.
  package struct Baselines: Hashable, Sendable {
    /// Every string over the 95 characters of printable ASCII.
    package let ascii: BigUInt
    /// Every string of Unicode scalars.
    package let unicode: BigUInt
    /// Every string over the characters that the policy permits.
    package let own: BigUInt
  }

  /// Counts what a policy permits; `counter` remembers what it counts.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package init(
    _ policy: Policy, range: LengthRange? = nil, costs: Bool = true,
    _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) {
    let range = range ?? LengthRange(policy)
    let constraints = policy.constraints
    let simple = constraints.map { $0.simplified(in: counter.repertoire) }
    let permitted = constraints.reduce(CodePointSet()) { $0.union($1.alphabet) }
    let counted = permitted.intersection(counter.repertoire.support)
    let size = counter.repertoire.count(of: permitted)
    let terms = try Alternatives(constraints, in: counter.repertoire)

    self.policy = policy
    self.range = range
    alphabet = counter.alphabet
    alphabetSize = size
    isUnicode = !counted.beyond.isEmpty
    permitsMore = counter.alphabet == .ascii && counted != permitted
    obligations = (
      policy.rules.count(where: \.test.asksForCharacters),
      simple.reduce(0) { $0 + ($1.map { $0.needs.count + $0.kindNeeds.count } ?? 0) }
    )
    let runs = constraints.map(\.limits.run)
    maxRun = runs.contains(nil) ? nil : runs.compactMap(\.self).max()
    uncounted = policy.rules.filter(\.test.isUncounted).map(\.id)
    bitsPerCharacter =
      simple.compactMap { constraints in
        constraints.flatMap { Growth.bitsPerCharacter(of: $0, in: counter.repertoire) }
      }.max()

    var rows: [Row] = []
    if let lengths = range.lengths {
      let counts = try terms.counts(lengths: lengths, &counter)
      let powers = [95, 1_112_064, size].map { base in
        counter.strings(alphabetSize: base, upTo: lengths.upperBound)
      }
      var sum = BigUInt()
      for (length, count) in zip(lengths, counts) {
        sum += count
        rows.append(
          Row(
            length: length, count: count, cumulative: sum,
            baselines: Baselines(
              ascii: powers[0][length], unicode: powers[1][length], own: powers[2][length])))
      }
    }
    self.rows = rows
    let floor = rows.first { !$0.count.isZero }
    self.floor = floor
    impossible = floor == nil ? Self.reason(policy, range, counter.alphabet) : nil
    if let floor, costs {
      floorCosts = try RuleCosts(policy, length: floor.length, &counter)
    } else {
      floorCosts = nil
    }
    var referenceBits: [Double?] = []
    for length in Self.referenceLengths {
      if let known = rows.first(where: { $0.length == length }) {
        referenceBits.append(known.bits)
      } else {
        referenceBits.append(try terms.counts(lengths: length...length, &counter)[0].bits)
      }
    }
    self.referenceBits = referenceBits
  }

  /// All passwords of the range.
  package var total: BigUInt { rows.last?.cumulative ?? 0 }

  /// What to bear in mind with the numbers.
  package var caveats: [Caveat] {
    var caveats = [Caveat.strings]
    if isUnicode { caveats.append(.unicode) }
    if range.upperFrom == .horizon { caveats.append(.horizon) }
    if impossible != nil, !range.isChosen { caveats.append(.impossible) }
    if !uncounted.isEmpty { caveats.append(.uncounted) }
    return caveats
  }

  private static func reason(
    _ policy: Policy, _ range: LengthRange, _ alphabet: ComparisonAlphabet
  ) -> String {
    policy.unsatisfiable
      ?? "no string of \(range.lower) to \(range.upper) characters"
      + (alphabet == .ascii ? " of printable ASCII" : "") + " meets all rules"
  }

  /// Bits that a row has lost against the strings that it is compared with.
  package func lost(_ row: Row) -> Double? {
    alphabet == .unicode ? row.lostFromUnicode : row.lostFromASCII
  }

  /// How many strings a row is compared with.
  package func baseline(_ row: Row) -> BigUInt {
    alphabet == .unicode ? row.baselines.unicode : row.baselines.ascii
  }
}

extension PolicyKeyspace.Row {
  /// Whether there is any such password.
  package var isPermitted: Bool { !count.isZero }
  /// The logarithm of the count to base 2; nil for 0, as are all bits below.
  package var bits: Double? { count.bits }
  /// The logarithm of the passwords up to this length.
  package var cumulativeBits: Double? { cumulative.bits }
  /// Bits lost against printable ASCII.
  package var lostFromASCII: Double? { bitsLost(from: baselines.ascii, to: count) }
  /// Bits lost against all of Unicode.
  package var lostFromUnicode: Double? { bitsLost(from: baselines.unicode, to: count) }
  /// Bits lost to needs and limits on runs, the alphabet aside.
  package var lostFromOwnAlphabet: Double? { bitsLost(from: baselines.own, to: count) }
}

extension Policy.Test {
  fileprivate var asksForCharacters: Bool {
    switch self {
    case .required, .atLeast, .minClasses: true
    default: false
    }
  }
}
