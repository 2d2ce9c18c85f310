import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces

extension ManifestFile {
  /// A summary of one policy's keyspace; the tables have the details.
  struct Keyspace: Encodable, Sendable {
    /// The policy's name.
    let policy: String
    /// The length of the shortest passwords that it permits; nil if there are none.
    let floorLength: Int?
    /// The number of passwords of that length, in decimal digits.
    let floorCount: String?
    /// The logarithm of that number to base 2.
    let floorBits: Double?
    /// Bits fewer than all strings of printable ASCII of that length.
    let lostBits: Double?
    /// The rule that costs most of these bits.
    let costliestRule: String?
    /// Letters of caveats.
    let caveats: String

    init(_ space: PolicySpace) {
      let keyspace = space.keyspace
      policy = keyspace.policy.name
      floorLength = keyspace.floor?.length
      floorCount = keyspace.floor?.count.decimal
      floorBits = keyspace.floor?.bits
      lostBits = keyspace.floor?.lostFromASCII
      costliestRule = keyspace.floorCosts?.costliest?.rule.text
      caveats = keyspace.caveats.letters
    }
  }

  /// The guessing metrics: all numbers unrounded, counts as decimal digits.
  struct Guessing: Encodable, Sendable {
    /// `accounts`, `lists` or `none`: the meaning of repetition.
    let weights: String
    /// Whether the input seems to be the head of a longer list.
    let truncated: Bool
    /// All passwords.
    let whole: Selection
    /// The passwords that each policy accepts.
    let policies: [Selection]

    init(_ guessing: GuessingFindings) {
      weights = guessing.weights.rawValue
      truncated = guessing.truncation != nil
      whole = Selection(guessing.whole)
      policies = guessing.policies.map(Selection.init)
    }
  }

  /// The guessing metrics of some passwords; undefined numbers are left out.
  struct Selection: Encodable, Sendable {
    private let policy: String?
    private let distinct: String
    private let total: String
    private let topCount: String
    private let sumRankTimesCount: String
    private let acceptedShare: Double?
    private let distinctShare: Double?
    private let hartleyBits: Double?
    private let shannonBits: Double?
    private let minEntropyBits: Double?
    private let guesswork: Double?
    private let guessworkBits: Double?
    private let successes: [Success]
    private let efforts: [Effort]
    private let unseenMass: Double?
    private let reliableShare: Double?
    private let zipf: Zipf?
    private let firstAcceptedRank: String?
    private let caveats: String

    private struct Success: Encodable {
      let guesses: UInt64
      let count: String
      let share: Double?
      let bits: Double?
    }

    private struct Effort: Encodable {
      let share: String
      let guesses: String
      let count: String
      let bits: Double
      let guesswork: Double
      let guessworkBits: Double
      let lastCount: String
      let reliable: Bool
    }

    private struct Zipf: Encodable {
      let exponent: Double
      let factor: Double
      let deviation: Double
    }

    init(_ guessing: PolicyGuessing) {
      let metrics = guessing.metrics
      policy = guessing.policy
      distinct = String(metrics.distinct)
      total = String(metrics.total)
      topCount = String(metrics.topCount)
      sumRankTimesCount = String(metrics.rankSum)
      acceptedShare = guessing.acceptedShare
      distinctShare = guessing.distinctShare
      hartleyBits = metrics.hartleyBits
      shannonBits = metrics.shannonBits
      minEntropyBits = metrics.minEntropyBits
      guesswork = metrics.guesswork
      guessworkBits = metrics.guessworkBits
      successes = metrics.successes.map { success in
        // Like `empirical.csv`, no share of few compliant passwords.
        let stated = guessing.success(after: success.guesses)
        return Success(
          guesses: success.guesses, count: String(success.mass), share: stated?.share,
          bits: stated?.bits)
      }
      efforts = metrics.efforts.map {
        Effort(
          share: $0.share.description, guesses: String($0.guesses), count: String($0.mass),
          bits: $0.bits, guesswork: $0.guesswork, guessworkBits: $0.guessworkBits,
          lastCount: String($0.lastCount), reliable: $0.isReliable)
      }
      unseenMass = metrics.unseenMass
      reliableShare = metrics.reliableShare
      zipf = guessing.zipf.map {
        Zipf(exponent: $0.exponent, factor: $0.factor, deviation: $0.deviation)
      }
      firstAcceptedRank = guessing.firstAcceptedRank.map { String($0) }
      caveats = guessing.caveats.letters
    }
  }
}
