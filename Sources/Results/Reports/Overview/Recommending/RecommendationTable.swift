package import Diagnostics
import FoundationEssentials
package import Metrics

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

    private enum CodingKeys: String, CodingKey {
      case refuseAtMost = "refuse_at_most"
      case meets
      case acceptsManagers = "accepts_managers"
    }

    /// Makes limits that bar nothing.
    package init() {}
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

    /// Combines a name and counts.
    package init(
      name: String, passwords: UInt64, guessed: ClosedRange<UInt64>?, about: String? = nil
    ) {
      (self.name, self.passwords, self.guessed, self.about) = (name, passwords, guessed, about)
    }
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
    package init(policy: String, rules: String, words: String?, scored: Bool) {
      (self.policy, self.rules, self.words, self.scored) = (policy, rules, words, scored)
    }
  }

  /// The most policies of a table.
  package static let mostPolicies = 10_000

  /// Combines counts.
  package init(
    against: NamedAttacker, estimate: Estimate?, lists: [List], policies: [Choice]
  ) {
    (self.against, self.estimate) = (against, estimate)
    (self.lists, self.policies) = (lists, policies)
  }

  /// The estimate's error of a difference between two policies, in millionths: of two without a score, and
  /// if one has a score; nil if nobody measured it.
  ///
  /// - Source: the largest over all pairs of policies of the usual grid on two leaks with the guess
  ///   numbers of a service, rounded up.
  var differenceError: (plain: Int, scored: Int)? {
    switch (estimate, against) {
    case (.guesses, _): (0, 0)
    case (.unmeasured, _): nil
    case (nil, .loginPage): (20_000, 20_000)
    case (nil, .slowHash): (60_000, 140_000)
    case (nil, .fastHash): (140_000, 230_000)
    }
  }

  /// The table as JSON, on one line.
  package var json: [UInt8] { jsonText(self) + [UInt8(ascii: "\n")] }

  /// Reads a table from JSON.
  ///
  /// - Throws: ``Problem`` if it is none, or has counts that cannot be.
  package init(json: [UInt8], file: String) throws(Problem) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(json)) } catch {
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
  fileprivate var place: String {
    guard case .keyNotFound(let key, _) = self else {
      let context: Context? =
        switch self {
        case .typeMismatch(_, let place), .valueNotFound(_, let place), .dataCorrupted(let place):
          place
        default: nil
        }
      let path = context?.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } ?? []
      return path.isEmpty
        ? "it is not JSON of this form" : "'\(path.joined(separator: "."))' is of another form"
    }
    return "'\(key.stringValue)' is missing"
  }
}

extension Problem {
  /// A file is no table of counts.
  fileprivate static func noTable(_ file: String, _ why: String) -> Problem {
    Problem(
      "no-counts-table", in: file, "this is no table of counts: \(why)",
      expected: "the JSON that '--output' writes",
      remedy: "Write one: audit recommend -o table.json leaked.txt.gz")
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
