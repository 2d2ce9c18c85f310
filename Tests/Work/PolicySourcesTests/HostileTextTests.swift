import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Texts that nobody wrote in good faith: each has an answer, in a time that grows with the text.
@Suite struct HostileTextTests {
  struct Row: Decodable {
    let kind: String
    let text: String
  }

  /// The shortest source of each kind among the vectors.
  private static func samples() throws -> [SourceKind: [UInt8]] {
    var samples: [SourceKind: [UInt8]] = [.expression: Array("^(?=.*[a-z])\\S{8,}$".utf8)]
    for row in try VectorFile("policies-elsewhere/readers.jsonl").rows(as: Row.self) {
      guard let kind = SourceKind(rawValue: row.kind) else { continue }
      let text = Array(row.text.utf8)
      if text.count > 30, text.count < samples[kind]?.count ?? .max { samples[kind] = text }
    }
    return samples
  }

  private static func check(_ text: [UInt8], as kind: SourceKind) {
    let reading = SourceReading(of: text, as: kind)
    if reading.policies.isEmpty {
      #expect(reading.remarks.contains { $0.kind == .cannot }, "\(kind): \(text.count) bytes")
    }
    // What was made reads back.
    for policy in reading.policies {
      let again = PolicyReading(policyFile: Array(policy.text.utf8), file: "made")
      #expect(!again.hasErrors, "\(kind): \(policy.text) \(again.problems)")
    }
  }

  @Test func `a word that our language cannot hold is refused by name`() {
    for word in ["lq\0es", "lev\u{7}vel", "lev\u{2028}vel", "lev\u{FFFD}vel"] {
      let text = Array("badwords = \(word)\n".utf8)
      Self.check(text, as: .pwquality)
      let reading = SourceReading(of: text, as: .pwquality)
      #expect(
        reading.remarks.contains { $0.kind == .cannot && $0.text.contains("a control character") },
        "\(reading.remarks)")
    }
    Self.check(Array("badwords = lev".utf8) + [0xA0] + Array("vel\n".utf8), as: .pwquality)
  }

  @Test func `each byte of a source may be flipped`() throws {
    let samples = try Self.samples()
    #expect(samples.count == 26)
    for (kind, sample) in samples {
      for index in sample.indices {
        for mask in few(1, of: [0x01, 0x20, 0x80] as [UInt8], from: index) {
          var text = sample
          text[index] ^= mask
          Self.check(text, as: kind)
          _ = Recognition(of: text)
        }
      }
    }
  }

  @Test func `a source may end anywhere`() throws {
    for (kind, sample) in try Self.samples() {
      for end in sample.indices { Self.check(Array(sample[..<end]), as: kind) }
    }
  }

  @Test func `each text may be read as each kind`() throws {
    let samples = try Self.samples()
    for kind in SourceKind.allCases {
      for sample in samples.values { Self.check(sample, as: kind) }
      for text in ["", "\n", "null", "[]", "{}", "[[]]", "\"\"", "<input", "\u{FEFF}", "\0"] {
        Self.check(Array(text.utf8), as: kind)
      }
    }
  }

  @Test(
    arguments: few(
      3, of: ["[", "(", "{", "{\"a\":", "<input a=\"", "<!--", "[\\]", "'", "/*", "(?="]))
  func `a hundred thousand openings are no trouble`(_ opening: String) {
    let text = Array(String(repeating: opening, count: 100_000).utf8)
    for kind in SourceKind.allCases { Self.check(text, as: kind) }
    _ = Recognition(of: text)
    for prefix in [
      "AUTH_PASSWORD_VALIDATORS = ", "password required pam_pwquality.so ", "length = ",
    ] {
      let whole = Array(prefix.utf8) + text
      Self.check(whole, as: .django)
      Self.check(whole, as: .pam)
      Self.check(whole, as: .vault)
      _ = Recognition(of: whole)
    }
  }

  @Test(arguments: few(6, of: SourceKind.allCases))
  func `a long text takes a moment`(_ kind: SourceKind)
    throws
  {
    let sample = try #require(try Self.samples()[kind]) + [10]
    var text: [UInt8] = []
    while text.count < 200_000 { text += sample }
    let time = ContinuousClock().measure { Self.check(text, as: kind) }
    #expect(time < .seconds(30))
  }

  @Test func `references to schemas do not multiply without limit`() {
    let references = Array(repeating: ##"{"$ref": "#/a"}"##, count: 50).joined(separator: ",")
    let text = "{\"allOf\": [\(references)], \"a\": {\"allOf\": [\(references)]}}"
    let deep = "{\"allOf\": [\(references)], \"$ref\": \"#/\"}"
    Self.check(Array(text.utf8), as: .jsonSchema)
    Self.check(Array(deep.utf8), as: .jsonSchema)
  }

  @Test func `a source has at most a hundred expressions`() {
    let patterns = (1...101).map { #"{"pattern": "^.{\#($0),}$"}"# }.joined(separator: ",")
    let text = "{\"type\": \"string\", \"allOf\": [\(patterns)]}"
    let reading = SourceReading(of: Array(text.utf8), as: .jsonSchema)
    #expect(reading.remarks.map { "\($0.place) \($0.part)" } == ["/allOf/100/pattern many"])
    #expect(reading.policies.map(\.text) == ["allowed: unicode; minlength: 100;"])
  }

  @Test func `a list given by mistake is not quoted`() {
    let list = (0..<200).map { "hunter\($0)!x" }
    let text = Array(list.joined(separator: "\n").utf8)
    #expect(Recognition(of: text) == .unknown)
    // Only a reader that is asked for names the first word that it does not know.
    for kind in SourceKind.allCases where kind != .pwquality && kind != .passwdqc {
      for remark in SourceReading(of: text, as: kind).remarks {
        #expect(!"\(remark)".contains("hunter1!"), "\(kind): \(remark)")
      }
    }
  }

  @Test func `names are cut at forty characters`() throws {
    let name = String(repeating: "x", count: 100)
    let reading = SourceReading(of: Array("\(name) = 1\n".utf8), as: .pwquality)
    let remark = try #require(reading.remarks.first)
    #expect(remark.part == String(repeating: "x", count: 40))
    #expect(!remark.text.contains(String(repeating: "x", count: 41)))
  }

  @Test func `numbers beyond all sense are refused`() {
    for (kind, text) in [
      (SourceKind.iam, #"{"MinimumPasswordLength": 99999999999999999999}"#),
      (.cognito, #"{"MinimumLength": 8.5}"#), (.keycloak, "length(99999999999999999999)"),
      (.jsonSchema, #"{"type": "string", "minLength": 1e9}"#),
      (.mysql, "validate_password.length = 99999999999\n"),
      (.vault, "length = 99999999999\nrule \"charset\" {\n charset = \"a\"\n}\n"),
    ] {
      #expect(SourceReading(of: Array(text.utf8), as: kind).outcome() == .refused, "\(kind)")
    }
  }

  @Test func `credits beyond all sense are counted in no time`() {
    let text = "minlen = 1000000\nlcredit = 1000000\nucredit = 1000000\ndcredit = 9\n"
    let reading = SourceReading(of: Array(text.utf8), as: .pwquality)
    #expect(reading.outcome() == .refused)
    #expect(reading.remarks.last?.part == "many")
  }
}
