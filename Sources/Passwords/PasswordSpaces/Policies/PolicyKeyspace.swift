package import BigInt
package import Diagnostics
package import PasswordPolicies
import Passwords

/// The results of counting one policy's keyspace over the counter's alphabet.
///
///     var counter = KeyspaceCounter(comparing: .ascii)
///     let keyspace = try PolicyKeyspace(policy, &counter)
///     keyspace.floor?.bits   // of the shortest passwords: what the policy guarantees
package struct PolicyKeyspace: Sendable {
  /// The counted policy.
  package let policy: Policy
  /// The alphabet of the counted strings, and their baseline.
  package let alphabet: ComparisonAlphabet
  /// The number of permitted characters, over all alternatives.
  package let alphabetSize: Int
  /// Whether some of them are beyond ASCII.
  package let isUnicode: Bool
  /// Whether the policy also permits characters that were not counted.
  package let permitsMore: Bool
  /// The number of rules that require characters, and of those that are not always met anyway.
  package let obligations: (all: Int, effective: Int)
  /// The longest run of one character that an alternative permits; nil for no limit.
  package let maxRun: Int?
  /// The counted lengths.
  package let range: LengthRange
  /// The rows, one for each length of the range; none after ``withoutRows()``.
  package private(set) var rows: [Row]
  /// The number of all passwords of the range.
  package let total: BigUInt
  /// The row of the shortest permitted passwords; nil for an impossible policy.
  package let floor: Row?
  /// The bits that one more character adds in the limit; nil if the length is bounded.
  package let bitsPerCharacter: Double?
  /// The cost of each rule at the shortest length; nil for an impossible policy.
  package let floorCosts: RuleCosts?
  /// The reason why no password can meet the policy; nil if one can.
  package let impossible: String?
  /// The rules that are left out because they cannot be counted.
  package let uncounted: [RuleID]
  /// The bits at ``referenceLengths``; nil if a length is not permitted.
  package let referenceBits: [Double?]

  /// The lengths at which policies are compared.
  package static let referenceLengths = [8, 12, 16, 20]

  /// The passwords of one length.
  package struct Row: Hashable, Sendable {
    /// The length in code points.
    package let length: Int
    /// The number of permitted passwords.
    package let count: BigUInt
    /// The number of permitted passwords of this length and all shorter ones of the range.
    package let cumulative: BigUInt
    /// The numbers of strings of this length over printable ASCII, Unicode, and the policy's
    /// alphabet.
    package let baselines: Baselines
  }

  /// The baselines of a count.
  package struct Baselines: Hashable, Sendable {
    /// The number of all strings over the 95 printable ASCII characters.
    package let ascii: BigUInt
    /// The number of all strings of Unicode scalars.
    package let unicode: BigUInt
    /// The number of all strings over the characters that the policy permits.
    package let own: BigUInt
  }

  /// Counts the passwords of a policy; `counter` caches its counts.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package init(
    _ policy: Policy, range: LengthRange? = nil, costs: Bool = true,
    _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) {
    let range = range ?? LengthRange(policy)
    let constraints = policy.constraints
    let simple = constraints.map { $0.simplified(in: counter.repertoire) }
    let permitted = constraints.reduce(CodePointSet()) { $0.union($1.permitted) }
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
      policy.rules.count { $0.conditions.contains(where: \.asksForCharacters) },
      simple.reduce(0) {
        $0
          + ($1.map {
            $0.needs.count { $0.minimum > 0 } + $0.kindNeeds.count + $0.ends.limited.count
          } ?? 0)
      }
    )
    let runs = constraints.map(\.limits.run)
    maxRun = runs.contains(nil) ? nil : runs.compactMap(\.self).max()
    uncounted = policy.uncounted
    bitsPerCharacter =
      simple.compactMap { constraints in
        constraints.flatMap { Growth.bitsPerCharacter(of: $0, in: counter.repertoire) }
      }.max()

    var rows: [Row] = []
    if let lengths = range.lengths {
      let counts = try terms.counts(lengths: lengths, &counter)
      var powers: [[BigUInt]] = []
      for base in [95, 1_112_064, size] {
        powers.append(try counter.strings(alphabetSize: base, upTo: lengths.upperBound))
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
    total = rows.last?.cumulative ?? 0
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

  /// The same without ``rows``, which take 50 MB up to 4,096 characters; all else stays.
  package func withoutRows() -> PolicyKeyspace {
    var keyspace = self
    keyspace.rows = []
    return keyspace
  }

  /// The caveats for the numbers.
  package var caveats: [Caveat] {
    var caveats = [Caveat.strings]
    if isUnicode { caveats.append(.unicode) }
    if range.upperFrom == .horizon { caveats.append(.horizon) }
    if impossible != nil, !range.isChosen { caveats.append(.impossible) }
    if !uncounted.isEmpty { caveats.append(.uncounted) }
    if policy.source?.notJudged.isEmpty == false { caveats.append(.bound) }
    return caveats
  }

  private static func reason(
    _ policy: Policy, _ range: LengthRange, _ alphabet: ComparisonAlphabet
  ) -> String {
    policy.unsatisfiable
      ?? "no string of \(range.lower) to \(range.upper) characters"
      + (alphabet == .ascii ? " of printable ASCII" : "") + " meets all rules"
  }

  /// The bits by which a row is below its baseline.
  package func lost(_ row: Row) -> Double? {
    alphabet == .unicode ? row.lostFromUnicode : row.lostFromASCII
  }

  /// The number of strings in the baseline of a row.
  package func baseline(_ row: Row) -> BigUInt {
    alphabet == .unicode ? row.baselines.unicode : row.baselines.ascii
  }
}

extension PolicyKeyspace.Row {
  /// Whether any password of this length is permitted.
  package var isPermitted: Bool { !count.isZero }
  /// The logarithm of the count to base 2.
  ///
  /// Nil for 0, like all bits below.
  package var bits: Double? { count.bits }
  /// The base-2 logarithm of the number of passwords up to this length.
  package var cumulativeBits: Double? { cumulative.bits }
  /// The bits lost relative to printable ASCII.
  package var lostFromASCII: Double? { bitsLost(from: baselines.ascii, to: count) }
  /// The bits lost relative to all of Unicode.
  package var lostFromUnicode: Double? { bitsLost(from: baselines.unicode, to: count) }
  /// The bits lost to needs and limits on runs, without the alphabet.
  package var lostFromOwnAlphabet: Double? { bitsLost(from: baselines.own, to: count) }
}
