import Auditing
import Findings
import Intake
import PasswordRules
import PasswordStrength
import Passwords
import Preparing
import TestSupport
import Testing

/// A setting, a change of it, and the name of the difference.
struct IdentityChange: Sendable, CustomTestStringConvertible {
  let name: String
  let change: @Sendable (inout AuditSettings) throws -> Void
  var testDescription: String { name }

  init(_ name: String, _ change: @escaping @Sendable (inout AuditSettings) throws -> Void) {
    self.name = name
    self.change = change
  }
}

private let rules = "minlength: 8; blocklist: default; context: \"acme\";"

private let changes: [IdentityChange] = [
  IdentityChange("encoding") { $0.lists.reading = TextReading(encoding: .latin1) },
  IdentityChange("encoding") { $0.lists.reading = TextReading(encoding: nil) },
  IdentityChange("fallback") { $0.lists.reading = TextReading(fallback: .latin1) },
  IdentityChange("limit of bytes") { $0.lists.reading = TextReading(maxBytes: 9) },
  IdentityChange("layout") { $0.lists.layout = LayoutRequest(.stated(.counted(.colon))) },
  IdentityChange("layout") { $0.lists.layout = LayoutRequest(.stated(.user)) },
  IdentityChange("layout") { $0.lists.layout = LayoutRequest(.table(.number(2))) },
  IdentityChange("layout") { $0.lists.layout = LayoutRequest(.table(.name("2"))) },
  IdentityChange("layout") { $0.lists.layout = LayoutRequest(.auto) },
  IdentityChange("separator") { $0.lists.layout.separator = 9 },
  IdentityChange("decoding of $HEX") { $0.lists.layout.decodesHex = true },
  IdentityChange("character class ") {
    $0.policies = try policies(rules + " required: digit, [!];")
  },
  IdentityChange("longest run") { $0.policies = try policies(rules + " max-consecutive: 2;") },
  // The meter needs its own class, which comes before it.
  IdentityChange("character class ") { $0.estimate = .none },
  IdentityChange("score") { $0.estimate = .meter },
  IdentityChange("guess budget count") { $0.attacks.removeLast() },
  IdentityChange("guess budget 1") {
    $0.attacks[0] = Attack.all(rates: [.init(name: "1/h", 1, in: 3600)])[0]
  },
  IdentityChange("list bits") { $0.blocklists.isOff = true },
  IdentityChange("list bits") { $0.blocklists.matches = [.fold] },
  IdentityChange("blocklist 2") {
    $0.policies = try policies("minlength: 8; blocklist: default; context: \"acne\";")
  },
  IdentityChange("policy 1") {
    $0.policies = try policies("minlength: 9; blocklist: default; context: \"acme\";")
  },
  IdentityChange("policy count") { $0.policies += $0.policies },
  IdentityChange("reading of max-consecutive") { $0.maxConsecutive = .repeatsAndSequences },
  IdentityChange("reference year") { $0.strength = StrengthReading(referenceYear: 2025) },
  IdentityChange("score cut 2") {
    let cuts = try #require(ScoreCuts([1e3, 1e7, 1e8, 1e10]))
    $0.strength = StrengthReading(referenceYear: 2026, cuts: cuts)
  },
  IdentityChange("context word count") {
    $0.strength = StrengthReading(referenceYear: 2026, contextWords: ["acme"])
  },
]

@Suite struct IdentityTests {
  private let directory: TemporaryDirectory
  private let base: AuditSettings

  init() throws {
    directory = try TemporaryDirectory()
    var settings = AuditSettings(
      policies: try policies(rules),
      lists: ListSettings(names: [try directory.file("leak.txt", "abcdefgh\n")]),
      strength: StrengthReading(referenceYear: 2026))
    settings.attacks = Attack.all(rates: [.init(name: "10/h", 10, in: 3600)])
    base = settings
  }

  private func identity(_ settings: AuditSettings, version: String = "1") throws -> RunIdentity {
    try settings.prepare { _ in }.reading.identity(version: version)
  }

  @Test func `the same settings have the same identity, on any number of lanes`() throws {
    var other = base
    other.lanes = 7
    other.countsSpace = true
    #expect(try identity(base).difference(from: identity(other)) == nil)
  }

  @Test(arguments: changes)
  func `each setting that a tally depends on changes the identity`(change: IdentityChange) throws {
    var other = base
    try change.change(&other)
    let difference = try identity(base).difference(from: identity(other))
    #expect(difference?.hasPrefix(change.name) == true, "\(difference ?? "none")")
  }

  @Test func `other lists, other words and another program change the identity`() throws {
    let first = try identity(base)
    #expect(try first.difference(from: identity(base, version: "2")) == "program version")
    var other = base
    other.lists.names.append(try directory.file("more.txt", "abcdefgh\n"))
    #expect(try first.difference(from: identity(other)) == "list count")
    other = base
    other.strength = StrengthReading(referenceYear: 2026, contextWords: ["acme"])
    let words = try identity(other)
    other.strength = StrengthReading(referenceYear: 2026, contextWords: ["acne"])
    #expect(try words.difference(from: identity(other)) == "context word 1")
    _ = try directory.file("leak.txt", "abcdefgh\nhgfedcba\n")
    #expect(try first.difference(from: identity(base)) == "list 1")
  }

  @Test func `another content of a blocklist changes the identity`() throws {
    var settings = base
    settings.blocklists.files = [try directory.file("refused.txt", "abcdefgh\n")]
    let first = try identity(settings)
    _ = try directory.file("refused.txt", "hgfedcba\n")
    #expect(try first.difference(from: identity(settings)) == "blocklist 1")
  }

  @Test func `an identity holds no sentence of the manifest`() throws {
    let values = Set(try identity(base).settings.map(\.value))
    #expect(
      values.isDisjoint(
        with: base.readings.filter { $0.key != "max-consecutive" }.values
          .filter { $0 != "utf-8" }))
  }
}
