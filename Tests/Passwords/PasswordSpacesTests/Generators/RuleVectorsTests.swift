import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

@Suite struct RuleVectorsTests {
  /// The vectors of a policy, judged by its rules one by one.
  ///
  /// What `isListed` says stands in a list breaks a further rule of each alternative.
  private func vectors(
    _ rules: String, isListed: @escaping (String) -> Bool = { _ in false }
  ) -> (RuleVectors, (String) -> [[RuleID]]) {
    let tested = policy(rules)
    func isBroken(_ rule: Policy.Rule, _ scalars: [Unicode.Scalar]) -> Bool {
      let fault = rule.stated.fault(in: scalars)
      if let bound = rule.stated.bound {
        return fault.number.map { !bound.bounds.contains($0) } ?? false
      }
      if case .required = rule.stated.kind { return fault.number == 0 }
      return !fault.positions.isEmpty
    }
    func broken(_ password: String) -> [[RuleID]] {
      tested.rulesOfAlternatives.map { rules in
        rules.filter { isBroken($0, Array(password.unicodeScalars)) }.map(\.id)
          + (isListed(password) ? ["blocklist"] : [])
      }
    }
    return (RuleVectors(tested, broken: broken), broken)
  }

  private static let policies = [
    "minlength: 8; maxlength: 12; required: digit; required: special; allowed: unicode;",
    "minlength: 6; at-least: 2 upper; at-most: 3 digit; max-consecutive: 2; allowed: upper, lower, digit, [-_];",
    "minlength: 8; max-sequential: 2; min-classes: 3; allowed: lower, upper, digit, [-_];",
    "minlength: 8; max-class-run: 3; allowed: lower, digit;",
    "min-unique: 5; first: lower; last: digit; between: 1, 2 special; allowed: lower, digit, [-_!];",
    "minlength: 14; required: lower; allowed: ascii-printable;\nor\nminlength: 8; exactly: 2 digit; allowed: unicode;",
    "minlength: 4; maxlength: 4; allowed: digit;",
  ]

  @Test(arguments: policies)
  func `each password keeps or breaks what its line says, by one`(_ rules: String) throws {
    let (vectors, broken) = vectors(rules)
    let tested = policy(rules)
    #expect(vectors.isSatisfiable)
    let passwords = vectors.lines.compactMap(\.password)
    // Composed and decomposed texts are equal as strings.
    #expect(Set(passwords.map { Array($0.unicodeScalars) }).count == passwords.count)
    for line in vectors.lines {
      guard let password = line.password else { continue }
      let verdicts = broken(password)
      if let rule = line.breaks {
        #expect(verdicts[rule.alternative ?? 0] == [rule], "\(line)")
        #expect(!verdicts.contains([]), "\(line)")
      } else {
        #expect(verdicts.contains([]), "\(line)")
      }
      guard let rule = tested.rules.first(where: { $0.id.text == line.about }) else { continue }
      let number = rule.stated.fault(in: Array(password.unicodeScalars)).number
      let bounds = rule.stated.bound?.bounds ?? 1...Int.max
      guard let number, rule.id.name != "allowed" else { continue }
      let edges =
        line.edge == .at
        ? [bounds.lowerBound, bounds.upperBound]
        : [bounds.lowerBound - 1, bounds.upperBound < .max ? bounds.upperBound + 1 : -1]
      #expect(edges.contains(number), "\(line)")
    }
  }

  // Lists are known to the judge alone, so that a password found may be refused by it.
  @Test(arguments: policies)
  func `no password stands in a list, or breaks a second rule by it`(_ rules: String) {
    let (vectors, broken) = vectors(rules) {
      $0.unicodeScalars.reduce(0) { $0 + $1.value } % 3 == 0
    }
    for line in vectors.lines {
      guard let password = line.password else { continue }
      let verdicts = broken(password)
      #expect(!verdicts.joined().contains("blocklist"), "\(line)")
      #expect(line.breaks.map { verdicts[$0.alternative ?? 0] == [$0] } ?? verdicts.contains([]))
    }
  }

  @Test(arguments: [(0, 0), (3, 0), (9, 0), (0, 9), (4, 8), (1, 0), (2, 2)])
  func `a text composed and decomposed stands at both sides of each bound of the length`(
    least: Int, most: Int
  ) {
    let rules =
      (least > 0 ? "minlength: \(least); " : "") + (most > 0 ? "maxlength: \(most); " : "")
    let (vectors, broken) = vectors(rules + "allowed: unicode;")
    func forms(_ about: String) -> [[String]] {
      vectors.lines.filter { $0.about == about && $0.why.contains("of a pair") }.map { line in
        let password = line.password ?? ""
        let count = password.unicodeScalars.count
        #expect(line.breaks == (broken(password) == [[]] ? nil : RuleID(about)))
        #expect(password.contains("\u{E9}"))
        return ["\(line.why.prefix(3))", "\(count)", "\(line.edge)"]
      }
    }
    let atLeast = [["NFC", "\(least - 1)", "beyond"], ["NFD", "\(least)", "at"]]
    #expect(forms("minlength") == (least > 1 ? atLeast : []))
    let atMost = [["NFC", "\(most)", "at"], ["NFD", "\(most + 1)", "beyond"]]
    #expect(forms("maxlength") == (most > 0 ? atMost : []))
    let free = forms("unicode")
    #expect(free.map { $0[0] + $0[2] } == (least + most == 0 ? ["NFCat", "NFDat"] : []))
  }

  @Test func `a policy of many needs and no least length is met`() {
    #expect(vectors("at-least: 60 digit; allowed: digit;").0.isSatisfiable)
  }

  @Test(arguments: policies)
  func `each rule has a line for each edge, and the same ones each time`(_ rules: String) {
    let (first, _) = vectors(rules)
    let (second, _) = vectors(rules)
    #expect(first.lines == second.lines)
    for rule in policy(rules).rules {
      // Each of these can be reached.
      #expect(
        first.lines.contains { $0.about == rule.id.text && $0.edge == .at && $0.password != nil },
        "\(rule)")
      for edge in [RuleVectors.Edge.at, .beyond] {
        #expect(
          first.lines.contains { $0.about == rule.id.text && $0.edge == edge }, "\(rule) \(edge)")
      }
    }
  }

  @Test(arguments: [
    (
      "minlength: 8; required: lower; required: lower, digit; allowed: ascii-printable;",
      "required[1]",
      "whatever breaks it also breaks required[0]"
    ),
    ("minlength: 1; allowed: unicode;", "minlength", "only the empty password is shorter"),
    (
      "minlength: 8; allowed: lower;\nor\nminlength: 4; allowed: lower;", "or[0].minlength",
      "whatever breaks it meets another alternative"
    ),
    (
      "minlength: 8; blocklist: default; allowed: unicode;", "blocklist",
      "its values stand in a list or are estimated: bring one"
    ),
  ])
  func `what cannot be broken alone is said`(_ rules: String, _ rule: String, _ reason: String) {
    let (vectors, _) = vectors(rules)
    let line = vectors.lines.first { $0.about == rule && $0.password == nil }
    #expect(line?.why == reason)
  }

  @Test func `a policy that nothing satisfies has no accepted password`() {
    let (vectors, _) = vectors("minlength: 8; maxlength: 4; allowed: unicode;")
    #expect(!vectors.isSatisfiable)
    #expect(vectors.lines.first?.why == "no password meets the policy")
  }

  @Test(arguments: policies)
  func `a rule has a password beyond its edge, or a reason for none, and not both`(_ rules: String)
  {
    let (vectors, _) = vectors(rules)
    for rule in policy(rules).rules {
      let beyond = vectors.lines.filter { $0.about == rule.id.text && $0.edge == .beyond }
      let found = beyond.filter { $0.password != nil }
      #expect(found.isEmpty != (beyond.count == found.count), "\(rule): \(beyond)")
      #expect(found.allSatisfy { $0.breaks == rule.id })
    }
  }

  @Test func `a policy's passwords are the same in every version`() {
    #expect(
      vectors("minlength: 4; maxlength: 6; allowed: digit, [-~];").0.lines.compactMap(\.password)
        == [
          "66-27", "322~", "6--", "4088~~", "5464--8", "-~550~", "~82 96", "~--Q01", "-2-q19",
          "276\u{E9}89",
        ])
  }
}
