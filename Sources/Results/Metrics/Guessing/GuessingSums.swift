package import PasswordPolicies
@_spi(Internal) package import Passwords
package import Tallies
package import Workers

/// Sums over distinct passwords that guessing metrics need, taken in part by part, for many
/// policies.
///
/// A list can have as many groups as lines; the sums keep only one number for each policy and each
/// number of occurrences.
///
///     var sums = try GuessingSums(policies, schema: schema) { … }
///     sums.add(part)                                    // once a part
///     let findings = GuessingFindings(sums, weights: .accounts)
package struct GuessingSums: Sendable {
  /// The policies' names, and the index of each one's judgement; equal policies share one.
  let named: [(name: String, judgement: Int)]
  let schema: Schema
  /// The pool that judges.
  let workers: WorkerPool
  /// The sums of distinct policies, in the order of their first occurrence.
  private(set) var judged: [Sums]
  /// The sums of all passwords.
  private(set) var whole: Sums
  /// The numbers of occurrences in the order of arrival; every `passwords` has the same indices.
  private(set) var occurrences: [UInt64] = []

  /// The rows of a folded tally, if one was added, which has no sums.
  private(set) var foldedRows: FoldedRows?

  /// Whether ``joint`` is needed.
  private let joins: Bool
  /// The passwords of each set of policies that accept them, and of each number of occurrences.
  private var accepted: [Accepted: UInt64] = [:]

  private let matchers: [PolicyMatcher]
  private var levels: [UInt64: Int] = [:]
  private let cellLimit: Int
  private var largestCount = 0

  /// The sums of passwords that a policy accepts.
  struct Sums: Sendable {
    /// Distinct passwords for each number of occurrences.
    var passwords: [UInt64] = []
    /// Occurrences by the guesses of each recorded estimate.
    private(set) var estimates: [Masses] = []

    /// The sums of passwords of which nothing else is known.
    init(passwords: [UInt64]) { self.passwords = passwords }

    init(_ schema: Schema) {
      let budgets = schema.demand.guessBudgets.count
      estimates = GuessEstimate.all(schema).map {
        Masses(
          estimate: $0, budgets: Array(repeating: 0, count: budgets > 0 ? budgets + 1 : 0))
      }
    }
  }

  /// Occurrences by the guesses of an estimate.
  struct Masses: Sendable {
    let estimate: GuessEstimate
    /// By the number of the schema's guess budgets that are too small; empty without budgets.
    var budgets: [UInt128]
    /// By half decade.
    private(set) var halfDecades: [UInt128] = []

    mutating func add(_ mass: UInt128, _ profile: Profile) {
      let bin = estimate.halfDecade(of: profile)
      let tooSmall = estimate.budgetsTooSmall(of: profile)
      if tooSmall >= 0, tooSmall < budgets.count {
        budgets[tooSmall] = budgets[tooSmall].saturating(plus: mass)
      }
      if bin < 0 { return }
      if bin >= halfDecades.count {
        halfDecades += Array(repeating: 0, count: bin + 1 - halfDecades.count)
      }
      halfDecades[bin] = halfDecades[bin].saturating(plus: mass)
    }

    /// The occurrences that need fewer guesses than those at which a half decade begins.
    func found(belowHalfDecade half: Int) -> UInt128 {
      halfDecades.prefix(half).reduce(0) { $0.saturating(plus: $1) }
    }

    /// The half decade that half of the occurrences do not exceed; nil if there are none, or if
    /// half were not found.
    var median: Int? {
      let total = halfDecades.reduce(UInt128(0)) { $0.saturating(plus: $1) }
      var below: UInt128 = 0
      let median = halfDecades.firstIndex { mass in
        below = below.saturating(plus: mass)
        return below > 0 && below >= total &- total / 2
      }
      guard estimate.mayLack, let median else { return median }
      return median < BroughtBin.unreached ? median : nil
    }
  }

  /// Compiles the policies; equal ones are judged once.
  ///
  /// - Parameters:
  ///   - policies: The policies that judge passwords.
  ///   - schema: The schema of the spectra to come.
  ///   - memory: Bytes for the sums and the table made of them, roughly.
  ///   - workers: The pool that judges; the caller's thread if none is given.
  ///   - joins: Whether ``joint`` is needed.
  ///   - compile: Makes a policy's matcher.
  /// - Throws: ``SchemaError`` if a policy needs a fact that the schema lacks.
  package init(
    _ policies: [Policy], schema: Schema, memory: Int = .max, workers: WorkerPool = .alone,
    joins: Bool = false,
    compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) throws(SchemaError) {
    let (different, named) = policies.judgedOnce
    self.named = named
    matchers = try different.map(compile)
    self.schema = schema
    self.workers = workers
    cellLimit = memory / Self.bytesPerCell
    whole = Sums(schema)
    self.joins = joins
    judged = Array(repeating: whole, count: matchers.count)
  }

  // A sum, room to grow, the sorted copy of the sum, and a row of `spectrum.csv`.
  private static let bytesPerCell = 64

  /// Numbers of occurrences and of policies if memory was too short for their sums: then the sums
  /// are dropped and there are no guessing metrics.
  package var excess: (levels: Int, policies: Int)? {
    let (cells, isTooMany) = largestCount.multipliedReportingOverflow(by: matchers.count + 1)
    return isTooMany || cells > cellLimit ? (largestCount, matchers.count) : nil
  }

  /// The passwords by the policies that accept them; nil unless asked for.
  ///
  /// - Complexity: O(groups · log(groups)).
  var joint: JointSpectrum? {
    guard joins else { return nil }
    var passwords: [[UInt64]: [UInt64: UInt64]] = [:]
    for (key, count) in accepted {
      passwords[key.policies, default: [:]][key.occurrences] = count
    }
    return JointSpectrum(passwords)
  }

  /// Policies, a bit each, and a number of occurrences.
  private struct Accepted: Hashable {
    let policies: [UInt64]
    let occurrences: UInt64
  }

  /// Whether no password was added.
  package var isEmpty: Bool { largestCount == 0 }

  /// Adds distinct passwords of the same schema, none of which was added before.
  ///
  /// - Complexity: O(policies × groups), divided among the workers.
  package mutating func add(_ part: Spectrum) {
    precondition(part.schema == schema, "spectra of unlike schemas do not add up")
    if !part.levels.isEmpty {
      foldedRows = FoldedRows(part, matchers, workers)
      return
    }
    if excess != nil { return }
    let groups = Groups(part, &levels, &occurrences)
    largestCount = occurrences.count
    if excess != nil {
      (levels, occurrences, judged, accepted) = ([:], [], [], [:])
      return
    }
    whole.add(groups, verdicts: nil, levelCount: occurrences.count)
    let accepting = joins ? Locked(AcceptingSets(groups, matchers.count)) : nil
    let (matchers, levelCount) = (matchers, occurrences.count)
    let columns = ProfileColumns(groups.profiles)
    workers.changeEach(of: &judged) { index, judged in
      var verdicts = [UInt64](repeating: 0, count: groups.profiles.count)
      var span = verdicts.mutableSpan
      matchers[index].judge(columns, into: &span)
      judged.add(groups, verdicts: verdicts, levelCount: levelCount)
      accepting?.withLock { $0.record(verdicts, of: index) }
    }
    guard let sets = accepting?.withLock({ $0.sets }) else { return }
    for group in groups.all {
      let key = Accepted(
        policies: sets[Int(truncatingIfNeeded: group.signature)],
        occurrences: occurrences[Int(truncatingIfNeeded: group.level)])
      accepted[key, default: 0] &+= group.passwords
    }
  }

  /// The policies that accept each signature of a part.
  private struct AcceptingSets: Sendable {
    /// A bit for each policy, by signature.
    private(set) var sets: [[UInt64]]

    init(_ groups: Groups, _ policies: Int) {
      let none = [UInt64](repeating: 0, count: (policies + 63) / 64)
      sets = Array(repeating: none, count: groups.profiles.count)
    }

    mutating func record(_ verdicts: [UInt64], of policy: Int) {
      for index in verdicts.indices where verdicts[index] == 0 {
        sets[index][policy / 64] |= 1 << UInt64(policy % 64)
      }
    }
  }

  /// A part in columns, so that each policy needs one pass over arrays.
  fileprivate struct Groups: Sendable {
    /// One for each distinct signature.
    var profiles: [Profile] = []
    /// Occurrences of all passwords of each signature.
    var masses: [UInt128] = []
    var all: [Group] = []

    struct Group {
      let signature: UInt32
      let level: UInt32
      let passwords: UInt64
    }

    init(_ part: Spectrum, _ levels: inout [UInt64: Int], _ occurrences: inout [UInt64]) {
      var places: [Signature: UInt32] = [:]
      // Any order gives the same sums. They are added level by level, so that the current sum stays
      // in cache.
      let rows = part.passwords.sorted { $0.key.occurrences > $1.key.occurrences }
      all.reserveCapacity(rows.count)
      for (group, passwords) in rows {
        let place = places[group.signature] ?? UInt32(truncatingIfNeeded: profiles.count)
        if Int(place) == profiles.count {
          places[group.signature] = place
          profiles.append(part.schema.profile(of: group.signature))
          masses.append(0)
        }
        let mass = UInt128(group.occurrences).saturating(times: UInt128(passwords))
        masses[Int(place)] = masses[Int(place)].saturating(plus: mass)
        let level = levels[group.occurrences] ?? occurrences.count
        if level == occurrences.count {
          levels[group.occurrences] = level
          occurrences.append(group.occurrences)
        }
        all.append(
          Group(
            signature: place, level: UInt32(truncatingIfNeeded: level), passwords: passwords))
      }
    }
  }
}

extension GuessingSums.Sums {
  /// Adds the groups without violations; all groups if there are no verdicts.
  fileprivate mutating func add(
    _ groups: GuessingSums.Groups, verdicts: [UInt64]?, levelCount: Int
  ) {
    passwords += Array(repeating: 0, count: levelCount - passwords.count)
    let verdicts = verdicts ?? [UInt64](repeating: 0, count: groups.profiles.count)
    let (all, span) = (groups.all.span, verdicts.span)
    for index in all.indices where span[Int(truncatingIfNeeded: all[index].signature)] == 0 {
      passwords[Int(truncatingIfNeeded: all[index].level)] &+= all[index].passwords
    }
    for index in groups.profiles.indices where span[index] == 0 {
      for place in estimates.indices {
        estimates[place].add(groups.masses[index], groups.profiles[index])
      }
    }
  }
}

/// The number of distinct passwords for each set of policies that accept them and each number of
/// occurrences.
///
/// That is all one needs to draw a sample of the list and judge it by every policy. Unlike signatures,
/// these groups do not depend on what else was recorded: a list and its tally have the same.
package struct JointSpectrum: Hashable, Sendable {
  /// The sets of policies: a bit for each judged policy, 64 a word.
  package let classes: [[UInt64]]
  /// The groups, by class and then by occurrences, the most first.
  package let groups: [Group]

  /// Passwords that the same policies accept and that occur equally often.
  package struct Group: Hashable, Sendable {
    /// The place of their policies in ``JointSpectrum/classes``.
    package let number: Int
    /// The occurrences of each.
    package let occurrences: UInt64
    /// Their number.
    package let passwords: UInt64
  }

  /// Takes the passwords of each class, by occurrences.
  package init(_ passwords: [[UInt64]: [UInt64: UInt64]]) {
    let classes = passwords.keys.sorted { $0.lexicographicallyPrecedes($1) }
    self.classes = classes
    groups = classes.enumerated().flatMap { number, accepting in
      (passwords[accepting] ?? [:]).sorted { $0.key > $1.key }.map {
        Group(number: number, occurrences: $0.key, passwords: $0.value)
      }
    }
  }

  /// Whether a judged policy accepts the passwords of a class.
  package func accepts(_ policy: Int, _ number: Int) -> Bool {
    classes[number][policy / 64] & (1 << UInt64(policy % 64)) != 0
  }
}
