/// Counts over the bins of one metric, ready to be printed.
package struct Histogram: Hashable, Sendable {
  /// The policy it is about; nil for what is true of the list whatever the policy.
  package let policy: String?
  /// What is counted.
  package let metric: Metric
  /// What is counted as one.
  package private(set) var unit = Unit.entries
  /// The bins, in reading order.
  package let bins: [Bin]
  /// What shares are taken of: the number of passwords that the metric is about.
  package let total: UInt64
  /// What is counted as one: the closed vocabulary of the `unit` column.
  package enum Unit: String, Hashable, Sendable {
    /// Every occurrence of a password.
    case entries
    /// Every distinct password, however often it occurs.
    case distinct
    /// Millionths of a bit: no part of anything, so without a share.
    case microbits
    /// Something that is said; likewise.
    case flags

    /// Whether counts are parts of the total.
    package var hasShares: Bool { self == .entries || self == .distinct }
  }

  /// The same histogram with its counts understood as those of another unit.
  package func counting(_ unit: Unit) -> Histogram {
    var histogram = self
    histogram.unit = unit
    return histogram
  }

  /// One bin: its name, its place in reading order, its count.
  package struct Bin: Hashable, Sendable {
    /// A number, a fixed word, a rule's id or a list's name.
    package let name: String
    /// Its place in reading order; a numbered bin's is its number.
    package let order: Int
    /// Passwords in it.
    package let count: UInt64
  }

  /// Orders named bins as given.
  package init(
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64,
    _ bins: [(name: String, count: UInt64)]
  ) {
    self.unit = unit
    self.policy = policy
    self.metric = metric
    self.total = total
    self.bins = bins.enumerated().map {
      Bin(name: $0.element.name, order: $0.offset, count: $0.element.count)
    }
  }

  /// Names bins by their number; counts before `first` are left out.
  package init(
    policy: String? = nil, _ metric: Metric, total: UInt64, counts: [UInt64], from first: Int
  ) {
    self.policy = policy
    self.metric = metric
    self.total = total
    bins = counts.indices.dropFirst(first).map {
      Bin(name: String($0), order: $0, count: counts[$0])
    }
  }

  /// A bin's part of the total; 0 where the total is.
  package func share(of bin: Bin) -> Double {
    total == 0 ? 0 : Double(bin.count) / Double(total)
  }
}

/// Everything that can be counted: the closed vocabulary of the `metric` column.
///
/// A metric is a partition of its total (its bins add up to it) unless said otherwise.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// The passwords audited, each as often as its line says it occurs; one bin.
  case entries
  /// What became of the lines: audited, empty, over-long, cut off by a fault, not of the list's
  /// layout, headers.
  case lines
  /// How entries are encoded.
  case quality
  /// Whether normalisation form C changes an entry; what is not UTF-8 has no such form and stays.
  case normalisation
  /// Entries that hold a control character, and those that do not.
  case control
  /// Accounts that have no password, and all other entries.
  case blank
  /// Length in code points, from 1, or 0 where there are blank ones, to the longest.
  case length
  /// How many kinds of character an entry has, of the five that `charset` names.
  case classes
  /// Which kinds of character an entry has.
  case charset
  /// The commonest shapes, such as `Ullllldd!`: which kind each character is; at the end all other
  /// entries.
  case shape
  /// Level of the four-criteria meter.
  case meter
  /// zxcvbn score, from 0 to 4.
  case score
  /// Half decades of guesses, each named by its lower end: `3.5` holds 3.5 ≤ log₁₀(guesses) < 4.
  case guessesLog10 = "guesses_log10"
  /// The pattern that decides how many guesses an entry withstands.
  case pattern
  /// Level of the meter and score: `weak+0`.
  case meterScore = "meter_score"
  /// Entries found within a time at a rate of guesses: `10/s for 1 day`. A share, not a partition.
  case cracked
  /// Entries that each blocklist holds, and those that none holds. Lists may share entries.
  case blocklist
  /// Entries that each ranked blocklist holds, by the rank of the value that they met: `common+1000`
  /// has those that rank beyond 100 and not beyond 1,000. Not a partition.
  case blocklistBand = "blocklist_band"
  /// Whether the policy accepts an entry.
  case compliance
  /// Entries that break each rule; an entry may break several.
  case violation
  /// Entries that break this rule and no other.
  case violationOnly = "violation_only"
  /// Entries that break both rules.
  case violationPair = "violation_pair"
  /// Entries by the set of rules that they break, the commonest sets first; at the end all sets that
  /// are too rare to be told, and the entries that break none.
  case violationSet = "violation_set"
  /// How many rules an entry breaks.
  case violationsPerEntry = "violations_per_entry"
  /// Length of compliant entries.
  case survivorsLength = "survivors_length"
  /// Meter level of compliant entries.
  case survivorsMeter = "survivors_meter"
  /// Score of compliant entries.
  case survivorsScore = "survivors_score"
  /// Half decades of guesses of compliant entries.
  case survivorsGuessesLog10 = "survivors_guesses_log10"
  /// Compliant entries found within a time at a rate of guesses.
  case survivorsCracked = "survivors_cracked"
  /// Compliant entries that each blocklist holds, and those that none holds.
  case survivorsBlocklist = "survivors_blocklist"
  /// Compliant entries that this blocklist alone holds: what nothing else would have caught.
  case blocklistOnly = "blocklist_only"
  /// Distinct passwords that occur once, and those that are repeated.
  case repetition
  /// Entries found by so many guesses of the commonest passwords; of all, and below of the compliant
  /// ones. Shares, not a partition.
  case guessed
  /// Compliant entries found by so many guesses of the commonest compliant passwords.
  case survivorsGuessed = "survivors_guessed"
  /// The work of guessing, in bits: what it takes to find the commonest password, a quarter of the
  /// entries, all of them.
  case guessingBits = "guessing_bits"
  /// The same of compliant entries.
  case survivorsGuessingBits = "survivors_guessing_bits"
  /// Bits of the shortest random strings that the policy permits, and how many fewer or more those
  /// are than of printable ASCII.
  case spaceBits = "space_bits"
  /// The part of each rule in the bits lost there; a rule that adds bits is left out.
  case spaceCostBits = "space_cost_bits"
  /// What to bear in mind with numbers of the space: a letter each, as the summary explains.
  case spaceCaveat = "space_caveat"
  /// The same with numbers of guessing.
  case guessingCaveat = "guessing_caveat"

  /// Whether signatures tell it, so that it can be said of distinct passwords too; the others are
  /// counted line by line.
  var isOfSignatures: Bool {
    switch self {
    case .lines, .quality, .normalisation, .shape, .blocklistBand: false
    default: true
    }
  }
}
