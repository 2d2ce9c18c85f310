import PasswordPolicies
import Testing

private let quirks = Quirks([
  Quirks.Entry(domain: "example.com", rules: "minlength: 8"),
  Quirks.Entry(domain: "Login.Example.com", rules: "minlength: 9"),
  Quirks.Entry(domain: "only.example.org", rules: "minlength: 10", exactDomainMatchOnly: true),
  Quirks.Entry(domain: "example.org", rules: "required: digits"),
])

@Suite struct QuirksTests {
  @Test(arguments: [
    ("example.com", "example.com"), ("www.example.com", "example.com"),
    ("a.b.login.example.com", "login.example.com"), ("LOGIN.example.com.", "login.example.com"),
    ("notexample.com", nil), ("com", nil), ("", nil), ("only.example.org", "only.example.org"),
    ("x.only.example.org", "example.org"), ("example.com.evil.net", nil),
  ])
  func `a host has the rules of the longest domain it belongs to`(host: String, domain: String?) {
    #expect(quirks.entry(for: host)?.domain == domain)
  }

  @Test func `every entry is a policy named after its domain`() {
    let reading = quirks.read(file: "quirks.json")
    #expect(
      reading.policies.map(\.name) == [
        "example.com", "login.example.com", "only.example.org", "example.org",
      ])
    #expect(
      reading.problems.map(\.description).first?.hasPrefix("quirks.json[example.org]:1:11: error:")
        == true)
    let some = quirks.read(file: "quirks.json", .lenient) { $0.domain == "example.org" }
    #expect(some.policies.count == 1 && !some.hasErrors)
  }

  @Test func `equivalent policies have the same key, with any names and spelling`()
    throws
  {
    let a = try policy("minlength: 8; required: lower; required: [abc]; allowed: lower, digit")
    let b = try policy(
      "required: [abcdefghijklmnopqrstuvwxyz];required:[cba];allowed:DIGIT;minlength:8")
    let c = try policy("minlength: 8; required: [abc]; required: lower; allowed: digit")
    #expect(a.canonicalKey == b.canonicalKey)
    #expect(a.canonicalKey != c.canonicalKey, "required rules bear their index in the report")
    let repeats = try policy("max-consecutive: 2")
    let both = try policy("max-consecutive: 2", maxConsecutive: .repeatsAndSequences)
    #expect(repeats.canonicalKey != both.canonicalKey)
    let unaffected = try policy("minlength: 2", maxConsecutive: .repeatsAndSequences)
    #expect(try policy("minlength: 2").canonicalKey == unaffected.canonicalKey)
  }
}
