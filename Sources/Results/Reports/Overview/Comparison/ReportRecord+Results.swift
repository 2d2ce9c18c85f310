// The main results of a manifest have one number each, or, of a folded tally, its two ends.

extension ReportRecord.Stated.Result {
  /// Decodes what became of the passwords under a policy.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ResultKey.self)
    policy = try values.decode(String.self, forKey: "policy")
    compliant = try values.ends(of: "compliant")
    violating = try values.ends(of: "violating")
    refused = try values.decode([Rule].self, forKey: "refused")
  }
}

extension ReportRecord.Stated.Result.Rule {
  /// Decodes what a rule refuses.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ResultKey.self)
    rule = try values.decode(String.self, forKey: "rule")
    count = try values.ends(of: "count")
  }
}

/// The name of a member.
private struct ResultKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<ResultKey> {
  /// A number, or the ends `…Least` and `…Most` that stand beside it or in its place.
  fileprivate func ends(of name: String) throws -> ClosedRange<UInt64> {
    func number(_ name: String) throws -> UInt64 {
      try decode(UInt64.self, forKey: ResultKey(stringValue: name))
    }
    let (least, most) = (name + "Least", name + "Most")
    guard contains(ResultKey(stringValue: least)) else {
      let exact = try number(name)
      return exact...exact
    }
    let ends = (least: try number(least), most: try number(most))
    guard ends.least <= ends.most else {
      throw DecodingError.dataCorruptedError(
        forKey: ResultKey(stringValue: most), in: self, debugDescription: "less than \(least)")
    }
    return ends.least...ends.most
  }
}
