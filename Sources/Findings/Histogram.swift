/// Counts over the bins of one metric, ready to be printed.
package struct Histogram: Hashable, Sendable {
  /// The policy; nil for metrics that do not depend on one.
  package private(set) var policy: String?
  /// The metric that is counted.
  package let metric: Metric
  /// The unit of the counts.
  package private(set) var unit = Unit.entries
  /// The bins, in reading order.
  package let bins: [Bin]
  /// The base of shares: the number of passwords that the metric covers.
  package let total: UInt64
  /// The units of counts: the closed vocabulary of the `unit` column.
  package enum Unit: String, Hashable, Sendable {
    /// Every occurrence of a password.
    case entries
    /// Every distinct password, however often it occurs.
    case distinct
    /// Millionths of a bit, which have no share.
    case microbits
    /// Statements, which have no share.
    case flags

    /// Whether counts are parts of the total.
    package var hasShares: Bool { self == .entries || self == .distinct }
  }

  /// The same histogram with its counts in another unit.
  package func counting(_ unit: Unit) -> Histogram {
    var histogram = self
    histogram.unit = unit
    return histogram
  }

  /// The same histogram of an equal policy with another name.
  func named(_ policy: String) -> Histogram {
    var histogram = self
    histogram.policy = policy
    return histogram
  }

  /// One bin: its name, its place in reading order, its count.
  package struct Bin: Hashable, Sendable {
    /// Nil for a numbered bin: hundreds of policies have tens of thousands, and few names are read.
    private let label: String?
    /// Its place in reading order; a numbered bin's is its number.
    package let order: Int
    /// Passwords in it.
    package let count: UInt64

    /// Makes a bin with a name.
    fileprivate init(_ name: String, order: Int, count: UInt64) {
      label = name
      self.order = order
      self.count = count
    }

    /// Makes a bin that is named by its number.
    fileprivate init(number: Int, count: UInt64) {
      label = nil
      order = number
      self.count = count
    }

    /// A number, a fixed word, a rule's id or a list's name.
    package var name: String { label ?? String(order) }

    /// Compares names, however they are kept.
    package static func == (a: Bin, b: Bin) -> Bool {
      (a.order, a.count) == (b.order, b.count) && a.name == b.name
    }

    /// Hashes what equal bins have in common; names would have to be made first.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(order)
      hasher.combine(count)
    }
  }

  /// Makes a histogram of named bins in the given order.
  package init(
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64,
    _ bins: [(name: String, count: UInt64)]
  ) {
    self.unit = unit
    self.policy = policy
    self.metric = metric
    self.total = total
    self.bins = bins.enumerated().map {
      Bin($0.element.name, order: $0.offset, count: $0.element.count)
    }
  }

  /// Makes a histogram of numbered bins; counts before `first` are left out.
  package init(
    policy: String? = nil, _ metric: Metric, total: UInt64, counts: [UInt64], from first: Int
  ) {
    self.policy = policy
    self.metric = metric
    self.total = total
    bins = counts.indices.dropFirst(first).map { Bin(number: $0, count: counts[$0]) }
  }

  /// A bin's share of the total; 0 if the total is 0.
  package func share(of bin: Bin) -> Double {
    total == 0 ? 0 : Double(bin.count) / Double(total)
  }
}

/// All metrics: the closed vocabulary of the `metric` column.
///
/// A metric is a partition of its total (its bins add up to it) unless stated otherwise.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// The passwords audited, repetitions included; one bin.
  case entries
  /// The lines by result: audited, empty, over-long, cut off by a fault, without the list's layout,
  /// headers.
  case lines
  /// The encodings of entries.
  case quality
  /// Whether normalisation form C changes an entry; text that is not UTF-8 has no such form.
  case normalisation
  /// Entries with a control character, and entries without one.
  case control
  /// Accounts without a password, and all other entries.
  case blank
  /// Length in code points, from 1, or from 0 with blank entries, to the longest.
  case length
  /// The number of kinds of character in an entry, out of the five that `charset` names.
  case classes
  /// The kinds of character in an entry.
  case charset
  /// The commonest shapes, such as `Ullllldd!`, with a mark for the kind of each character; then
  /// all other entries.
  case shape
  /// Level of the four-criteria meter.
  case meter
  /// zxcvbn score, from 0 to 4.
  case score
  /// Half decades of guesses, each named by its lower end: `3.5` holds 3.5 ≤ log₁₀(guesses) < 4.
  case guessesLog10 = "guesses_log10"
  /// The pattern that determines an entry's guesses.
  case pattern
  /// Level of the meter and score: `weak+0`.
  case meterScore = "meter_score"
  /// Entries found within a time at a rate of guesses: `10/s for 1 day`. A share, not a partition.
  case cracked
  /// Entries that each blocklist holds, and entries that none holds. Lists may share entries.
  ///
  /// Counts the lists that the run was asked to compare with.
  case blocklist
  /// Entries that each list holds that only rules of policies name; not a partition.
  case ruleList = "rule_list"
  /// Entries that relate to their user's name in each way, and entries that do not.
  case userName = "user_name"
  /// Entries that each ranked blocklist holds, by the rank of the matching value: `common+1000` counts
  /// entries with a rank from 101 to 1,000.
  ///
  /// Not a partition.
  case blocklistBand = "blocklist_band"
  /// Whether the policy accepts an entry.
  case compliance
  /// Entries that break each rule; an entry may break several.
  case violation
  /// Entries that break this rule and no other.
  case violationOnly = "violation_only"
  /// Entries that break both rules.
  case violationPair = "violation_pair"
  /// Entries by the set of rules that they break, the commonest sets first; then all rarer sets
  /// together, and the entries that break none.
  case violationSet = "violation_set"
  /// The number of rules that an entry breaks.
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
  /// Compliant entries that each blocklist holds, and compliant entries that none holds.
  case survivorsBlocklist = "survivors_blocklist"
  /// Compliant entries that relate to their user's name in each way, and those that do not.
  case survivorsUserName = "survivors_user_name"
  /// Compliant entries that only this blocklist holds, and that nothing else would have caught.
  case blocklistOnly = "blocklist_only"
  /// Distinct passwords that occur once, and distinct passwords that are repeated.
  case repetition
  /// Entries found after this many guesses, the commonest passwords first; the metric below guesses
  /// the commonest compliant ones.
  ///
  /// Shares, not a partition. An expectation, of an attacker who has seen half of the entries and
  /// attacks the other half; of 1,000 entries or more.
  case guessed
  /// The same of compliant entries, of which the commonest ones come first.
  case survivorsGuessed = "survivors_guessed"
  /// The work of guessing, in bits: for the commonest password, a quarter of the entries, all of
  /// them.
  case guessingBits = "guessing_bits"
  /// The same for compliant entries.
  case survivorsGuessingBits = "survivors_guessing_bits"
  /// Bits of the shortest random strings that the policy permits, and the difference from printable
  /// ASCII.
  case spaceBits = "space_bits"
  /// The share of each rule in the bits lost there; a rule that adds bits is left out.
  case spaceCostBits = "space_cost_bits"
  /// The caveats for numbers of the space: a letter each, which the summary explains.
  case spaceCaveat = "space_caveat"
  /// The same for numbers of guessing.
  case guessingCaveat = "guessing_caveat"

  /// Whether it can also be counted for distinct passwords.
  ///
  /// The others are counted line by line, or are about a password and its user: a password has many
  /// users.
  var isOfDistinctPasswords: Bool {
    switch self {
    case .lines, .quality, .normalisation, .shape, .blocklistBand, .userName, .survivorsUserName:
      false
    default: true
    }
  }
}
