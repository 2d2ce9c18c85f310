package import Diagnostics
import FoundationEssentials
package import Metrics
package import PasswordPolicies
import Passwords

/// What each policy refuses of each list and leaves to guess, in passwords: all that a recommendation needs.
///
/// Its JSON is read and written by `audit recommend`, and may be made by others: of a study in which
/// people did choose anew, for example. A range is the least and the most that a count may be.
package struct RecommendationTable: Codable, Sendable {
  /// Who guesses.
  package var against: NamedAttacker
  /// What the guesses were estimated by; nil for the estimate whose errors are known.
  package var estimate: Estimate?
  /// What a policy must keep to.
  package var limits = Limits()
  /// The lists; at least one.
  package var lists: [List]
  /// The policies, in the order of the grid.
  package var policies: [Choice]

  /// An estimate whose errors are not those of the usual one.
  package enum Estimate: String, Codable, Sendable {
    /// Guess numbers that were brought: facts about those attacks.
    case guesses
    /// Another one, whose errors nobody measured.
    case unmeasured
  }

  /// What a policy must keep to.
  package struct Limits: Codable, Sendable {
    /// The greatest share of each list that it may refuse; nil for no limit, and no choice.
    package var refuseAtMost: Double?
    /// Standards of which no binding clause may be broken.
    package var meets: [String] = []
    /// Whether it must accept what password managers generate.
    package var acceptsManagers = false

    fileprivate init() {}

    /// Says `null` for no limit, which others look for.
    package func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(refuseAtMost, forKey: .refuseAtMost)
      try values.encode(meets, forKey: .meets)
      try values.encode(acceptsManagers, forKey: .acceptsManagers)
    }
  }

  /// A list.
  package struct List: Codable, Sendable {
    package var name: String
    /// Its passwords, repetitions included; at least 1.
    package var passwords: UInt64
    /// Those that are guessed with no policy; nil if that is unknown.
    package var guessed: ClosedRange<UInt64>?
    /// Its kind of site and year, if it is a published one.
    package var about: String?

    /// The share that is guessed with no policy.
    var guessedShare: Recommendation.Ends? { guessed.map { .of($0, passwords) } }
  }

  /// A policy.
  package struct Choice: Codable, Sendable {
    package var policy: String
    /// Its rules, to paste.
    package var rules: String
    /// What it demands, in words.
    package var words: String?
    /// Whether it asks for a score of zxcvbn, which the estimate shares.
    package var scored: Bool
    /// The standards of which it breaks no binding clause.
    package var meets: [String] = []
    /// Whether it accepts what password managers generate; nil if that is unknown.
    package var managers: Bool?
    /// Whether it is the user's own, which is answered for even if it may not be chosen.
    package var own: Bool?
    /// What each list says of it; nil where a list does not tell.
    package var cells: [AcceptedCounts?] = []

    /// Names a policy of which no list was asked yet.
    package init(_ policy: Policy) {
      (self.policy, rules) = (policy.name, policy.line(.minified))
      words = policy.rules.map(\.words).joined(separator: ", ")
      scored = policy.demand.score
    }
  }

  /// The most policies of a table.
  package static let mostPolicies = 10_000

  /// The counts of policies on lists whose rows were made for these policies.
  package init(
    against: NamedAttacker, _ lists: [(name: String, about: String?, rows: RuleRows)],
    _ policies: [Choice]
  ) {
    (self.against, self.policies) = (against, policies)
    if let source = lists.first?.rows.estimate, source.source != .combined || source.own != nil {
      estimate = if case .brought = source.source { .guesses } else { .unmeasured }
    }
    self.lists = lists.map { list in
      let (passwords, guessed) = list.rows.whole
      return List(name: list.name, passwords: passwords, guessed: guessed, about: list.about)
    }
    for counts in lists.map(\.rows.counts) {
      for place in counts.indices { self.policies[place].cells.append(counts[place]) }
    }
  }

  /// The estimate's error of a difference between two policies, in millionths: of two without a score, and
  /// if one has a score; nil if nobody measured it.
  ///
  /// - Source: the largest over all pairs of policies of the usual grid on two leaks with the guess
  ///   numbers of a service, rounded up.
  var differenceError: (plain: Recommendation.Share, scored: Recommendation.Share)? {
    func points(_ plain: Int, _ scored: Int) -> (Recommendation.Share, Recommendation.Share) {
      (.init(plain * 10_000), .init(scored * 10_000))
    }
    return
      switch (estimate, against)
    {
    case (.guesses, _): points(0, 0)
    case (.unmeasured, _): nil
    case (nil, .loginPage): points(2, 2)
    case (nil, .slowHash): points(6, 14)
    case (nil, .fastHash): points(14, 23)
    }
  }

  /// The table as JSON, on one line.
  package var json: [UInt8] { jsonText(self) + [UInt8(ascii: "\n")] }

  /// Reads a table from JSON.
  ///
  /// - Throws: ``Problem`` if it is none, or has counts that cannot be.
  package init(json: [UInt8], file: String) throws(Problem) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do { self = try decoder.decode(Self.self, from: Data(json)) } catch {
      throw .noTable(file, (error as? DecodingError)?.place ?? "it is not JSON of this form")
    }
    if lists.isEmpty || policies.isEmpty { throw .noTable(file, "it has no list or no policy") }
    if policies.count > Self.mostPolicies { throw .tooManyPolicies(policies.count) }
    for list in lists
    where !(1...1 << 62).contains(list.passwords)
      || list.guessed?.upperBound ?? 0 > list.passwords
    {
      throw .noTable(file, "the list '\(list.name)' has numbers of passwords that cannot be")
    }
    for policy in policies
    where policy.cells.count != lists.count
      || zip(policy.cells, lists).contains(where: { $0?.fit($1.passwords) == false })
    {
      throw .noTable(
        file, "the policy '\(policy.policy)' has counts that cannot be, or not one cell per list")
    }
  }
}

extension AcceptedCounts {
  /// Whether so many passwords can have these counts.
  fileprivate func fit(_ passwords: UInt64) -> Bool {
    max(accepted.upperBound, guessed.upperBound, unguessed?.upperBound ?? 0) <= passwords
      && guessed.lowerBound <= accepted.upperBound
  }
}

extension DecodingError {
  /// What is wrong, in words.
  fileprivate var place: String? {
    switch self {
    case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? nil : "'\(path.joined(separator: "."))' is of another form"
    default: return nil
    }
  }
}

extension Problem {
  /// A file is no table of counts.
  fileprivate static func noTable(_ file: String, _ why: String) -> Problem {
    Problem(
      "no-counts-table", in: file, "this is no table of counts: \(why)",
      expected: "the JSON that '--output' writes",
      remedy: "Write one: audit recommend -o table.json LIST")
  }

  /// There are more policies than one recommendation compares.
  package static func tooManyPolicies(_ count: Int) -> Problem {
    Problem(
      "many-candidates", "\(grouped(count)) policies are too many to choose from",
      expected: "at most \(grouped(RecommendationTable.mostPolicies))",
      remedy: "Name fewer values of --minlength, --classes, --min-score or --blocklist.",
      isUsage: true)
  }
}
