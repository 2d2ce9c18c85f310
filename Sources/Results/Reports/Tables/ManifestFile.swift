import Diagnostics
import FoundationEssentials
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import Tallies

/// The inputs, how they were understood, and the main results: the file `audit.json`.
///
/// It names inputs by the user's name and by digest, and contains counts and canonical policies,
/// but nothing from the text of a password. Equal inputs give equal bytes on every machine, on
/// every day and with any number of workers.
package struct ManifestFile: Encodable {
  /// The version of the layout that this program writes and reads.
  static let format = 1

  /// Version of this layout.
  private let format = Self.format
  private let version: String
  /// Whether every input was read to its end without a fault, and nothing requested is missing.
  private let complete: Bool
  private let dataset: String
  private let inputs: [Manifest.Input]
  /// The number of passwords audited, repetitions included.
  private let entries: UInt64
  /// All lines by result.
  private let lines: [String: UInt64]
  /// The encodings of entries; those of UTF-8 that normalisation form C changes are named, too.
  private let encodings: [String: UInt64]
  private let policies: [Manifest.Policy]
  private let results: Results
  /// The main results of each list, or of each part of a directory; nil if they are not separated.
  private let parts: [Part]?
  private let folded: Folded?
  /// The blocklists, in the order of their bits.
  private let blocklists: [Manifest.Blocklist]
  /// The dictionaries of the strength estimate; nil if there are none.
  private let dictionaries: [Manifest.Dictionary]?
  private let readings: [String: String]
  /// Everything that makes the report less than it looks, each on one line.
  private let warnings: [String]
  private let keyspaces: [Keyspace]?
  private let guessing: Guessing?
  /// What the parts of a directory are of; nil for other lists.
  private let strata: [Report.Stratum]?
  /// The file that names accounts; nil if there is none.
  private let accounts: Report.AccountsFile?

  /// Takes the manifest and the main results of a report.
  package init(_ report: Report) {
    let (manifest, lines) = (report.manifest, report.findings.list.lines)
    let hidden = report.findings.list.hiddenLines
    (version, complete) = (manifest.version, manifest.complete)
    (dataset, inputs) = (manifest.dataset, manifest.inputs)
    entries = lines.entries
    self.lines = Dictionary(
      uniqueKeysWithValues: LineResult.all.compactMap { result in
        result.key.map { ($0, result.count(in: lines)) }
      }
    )
    .filter { !LineResult.follows($0.key, from: hidden) }
    encodings = [
      "ascii": lines.ascii, "utf8": lines.utf8, "illFormed": lines.illFormed,
      "changedByNFC": lines.changedByFormC,
    ].filter { !hidden.contains(Self.kinds[$0.key] ?? "") }
    policies = manifest.policies
    let folding = report.findings.folding
    let overview = report.overview
    let told = overview.policies.map { ($0, overview.error(of: $0)) }
    results =
      folding == nil
      ? .exact(told.map { Result($0, $1) }) : .folded(told.map { FoldedResult($0, $1) })
    parts = report.parts.isEmpty ? nil : report.parts.map(Part.init)
    folded = folding.map {
      Folded(
        k: $0.least, passwords: $0.leastPasswords > 0 ? $0.leastPasswords : nil,
        workload: $0.workload)
    }
    (blocklists, readings) = (manifest.blocklists, manifest.readings)
    warnings = manifest.warnings
    dictionaries = manifest.dictionaries.isEmpty ? nil : manifest.dictionaries
    keyspaces = report.space.map { $0.map(Keyspace.init) }
    guessing = report.guessing.map(Guessing.init)
    strata = report.accounts.isEmpty ? nil : report.strata
    accounts = report.accountsFile
  }

  /// The kinds of line by their keys under `encodings`.
  private static let kinds = [
    "ascii": "ascii", "utf8": "utf8", "illFormed": "ill_formed", "changedByNFC": "changed_by_nfc",
  ]

  /// The main results of one of several lists.
  private struct Part: Encodable {
    /// Label in the `dataset` column.
    let dataset: String
    /// The number of its passwords.
    let entries: UInt64
    let results: [Share]

    /// What complies with a policy.
    struct Share: Encodable {
      let policy: String
      let n: UInt64
      let compliant: UInt64
      let compliantShare: Double
    }

    init(_ part: Report.Part) {
      dataset = part.dataset
      entries = part.entries
      results = part.findings.policies.map { policy in
        let share = Reports.Part(policy.compliant, of: policy.entries(of: part.entries))
        return Share(
          policy: policy.name, n: share.total, compliant: share.count,
          compliantShare: share.rounded)
      }
    }
  }

  /// The main results.
  private enum Results: Encodable {
    case exact([Result])
    /// Those of a folded tally, whose numbers have two ends.
    case folded([FoldedResult])

    func encode(to encoder: any Encoder) throws {
      var values = encoder.singleValueContainer()
      switch self {
      case .exact(let results): try values.encode(results)
      case .folded(let results): try values.encode(results)
      }
    }
  }

  /// How the tally was folded from which it is answered.
  private struct Folded: Encodable {
    /// The fewest entries of a row.
    let k: UInt64
    /// The fewest distinct passwords of a row and of a level; nil if that was not asked for.
    let passwords: UInt64?
    /// The digest of the policies by which rows were formed.
    let workload: String
  }

  /// The file's bytes: JSON, keys sorted, ending in LF.
  ///
  /// - Throws: Errors of the encoder; none is known to occur.
  package func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = escapedJSON(Array(try encoder.encode(self)))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The main results of a policy, for programs that read `audit.json` and nothing else.
  ///
  /// Shares have six decimals, as in `audit.csv`.
  struct Result: Encodable, Sendable {
    /// The policy's name.
    let policy: String
    /// The number of passwords audited: the base of all shares but those of `survivors`.
    let n: UInt64
    /// Passwords that break no rule.
    let compliant: UInt64
    let compliantShare: Double
    /// Passwords that break a rule.
    let violating: UInt64
    let violatingShare: Double
    /// The rules, in the order of the policy.
    let refused: [Rule]
    /// The compliant passwords; nil if there are none.
    let survivors: Survivors?

    /// The passwords that a rule refuses.
    struct Rule: Encodable, Sendable {
      /// The rule's id, a bucket of `violation` in `audit.csv`.
      let rule: String
      /// The rule as the policy writes it.
      let text: String
      /// Passwords that break it.
      let count: UInt64
      let share: Double
      /// Passwords that break it and no other rule.
      let only: UInt64
      let onlyShare: Double
    }

    /// The compliant passwords; shares are of them.
    struct Survivors: Encodable, Sendable {
      /// Their number.
      let n: UInt64
      /// Their median length in code points.
      let medianLength: Int?
      /// Those on a blocklist that the run asked; nil without any.
      let listed: UInt64?
      let listedShare: Double?
      /// Those with a score of 0 or 1; nil without scores.
      let easy: UInt64?
      let easyShare: Double?
      /// Those found within a day at 10,000 guesses a second; nil without scores.
      let foundInDay: UInt64?
      let foundInDayShare: Double?
      /// The estimate by which they are found: `combined`, `zxcvbn` or that of brought guess numbers.
      let foundInDayBy: String?
      /// How near that share comes to a guessing service's, in words.
      let foundInDayError: String?
    }

    /// Takes the results from the overview of a policy, and how near its share found in a day is.
    init(_ overview: PolicyOverview, _ error: StatedError?) {
      policy = overview.name
      n = overview.compliant.total
      (compliant, compliantShare) = (overview.compliant.count, overview.compliant.rounded)
      (violating, violatingShare) = (overview.violating.count, overview.violating.rounded)
      refused = overview.rules.map { rule in
        Rule(
          rule: rule.id.text, text: rule.text, count: rule.any.count, share: rule.any.rounded,
          only: rule.only.count, onlyShare: rule.only.rounded)
      }
      survivors = overview.survivors.map { survivors in
        let (easy, attacked) = (survivors.strength?.weak, survivors.strength?.headline)
        return Survivors(
          n: overview.compliant.count, medianLength: survivors.medianLength,
          listed: survivors.listed?.count, listedShare: survivors.listed?.rounded,
          easy: easy?.count,
          easyShare: easy?.rounded, foundInDay: attacked?.part.count,
          foundInDayShare: attacked?.part.rounded, foundInDayBy: attacked?.estimate.label,
          foundInDayError: attacked == nil ? nil : error?.words)
      }
    }
  }

  /// The main results of a policy by a folded tally, with the same names as those of an exact one.
  ///
  /// Each number `compliant` has its ends beside it, `compliantLeast` and `compliantMost`, and so has
  /// its share. The number itself is there only if both ends are the same, so that no program takes an
  /// end for it.
  struct FoldedResult: Encodable, Sendable {
    private let overview: PolicyOverview
    private let error: StatedError?

    /// Takes the results from the overview of a policy, and how near its share found in a day is.
    init(_ overview: PolicyOverview, _ error: StatedError?) {
      self.overview = overview
      self.error = error
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Name.self)
      try values.encode(overview.name, forKey: "policy")
      try values.encode(overview.compliant.total, forKey: "n")
      try values.encode(overview.compliant, "compliant", share: "compliantShare")
      try values.encode(overview.violating, "violating", share: "violatingShare")
      var refused = values.nestedUnkeyedContainer(forKey: "refused")
      for rule in overview.rules {
        var values = refused.nestedContainer(keyedBy: Name.self)
        try values.encode(rule.id.text, forKey: "rule")
        try values.encode(rule.text, forKey: "text")
        try values.encode(rule.any, "count", share: "share")
        try values.encode(rule.only, "only", share: "onlyShare")
      }
      guard let survivors = overview.survivors else { return }
      var kept = values.nestedContainer(keyedBy: Name.self, forKey: "survivors")
      try kept.encode(overview.compliant, "n", share: nil)
      if let listed = survivors.listed {
        try kept.encode(listed, "listed", share: "listedShare")
      }
      if let easy = survivors.strength?.weak {
        try kept.encode(easy, "easy", share: "easyShare")
      }
      if let attacked = survivors.strength?.headline {
        try kept.encode(attacked.part, "foundInDay", share: "foundInDayShare")
        try kept.encode(attacked.estimate.label, forKey: "foundInDayBy")
        try kept.encodeIfPresent(error?.words, forKey: "foundInDayError")
      }
    }
  }

  /// The name of a member.
  fileprivate struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral: String) { stringValue = stringLiteral }
    init?(intValue: Int) { nil }
  }

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

extension Part {
  /// The share with six decimals.
  var rounded: Double { Double(millionths(of: share)) / 1e6 }
  /// The greatest share, with six decimals.
  var mostRounded: Double { Double(millionths(of: mostShare)) / 1e6 }
}

extension KeyedEncodingContainer<ManifestFile.Name> {
  /// Encodes a number with its ends, and its share with its ends.
  fileprivate mutating func encode(_ part: Part, _ name: String, share: String?) throws {
    try encode(part.count, part.most, name, isExact: part.count == part.most)
    guard let share else { return }
    try encode(
      part.rounded, part.mostRounded, share, isExact: part.isExact)
  }

  private mutating func encode(
    _ least: some Encodable, _ most: some Encodable, _ name: String, isExact: Bool
  ) throws {
    if isExact { try encode(least, forKey: Key(stringValue: name)) }
    try encode(least, forKey: Key(stringValue: name + "Least"))
    try encode(most, forKey: Key(stringValue: name + "Most"))
  }
}

/// A value as one line of JSON, with sorted keys in snake case.
///
///     jsonText(["error": "over-long"])    // {"error":"over-long"}
///
/// - Precondition: The value consists of texts and finite numbers.
package func jsonText(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  do { return escapedJSON(Array(try encoder.encode(value))) } catch {
    preconditionFailure("strings and numbers can be encoded: \(error)")
  }
}
