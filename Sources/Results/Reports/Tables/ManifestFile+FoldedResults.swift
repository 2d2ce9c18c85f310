import Metrics
import PasswordPolicies

extension ManifestFile {
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
      (self.overview, self.error) = (overview, error)
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
