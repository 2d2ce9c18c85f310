import Auditing
import Foundation
import Intake
import Jobs
import Metrics
import PasswordPolicies
import PasswordSpaces
import PasswordStrength
import Passwords
import Reports
import TestSupport
import Testing

/// Everything that an identity is made of, with the directory of the lists.
private struct Run {
  let directory: TemporaryDirectory
  var settings: AuditSettings
  var version = "1"

  init() throws {
    directory = try TemporaryDirectory()
    settings = AuditSettings(
      JudgingSettings(
        policies: try policies(rules),
        lists: ListSettings(names: [try directory.file("leak.txt", "abcdefgh\n")]),
        strength: StrengthSettings(referenceYear: 2026)))
    settings.attacks = Attack.all(rates: [.init(name: "10/h", 10, in: 3600)])
  }

  /// The identity that a run leaves in its checkpoint.
  func identity() throws -> RunIdentity {
    let path = "\(directory.path)/state"
    try? FileManager.default.removeItem(atPath: path)
    var settings = settings
    settings.checkpoints = CheckpointSettings(path, every: .zero, version: version)
    _ = try settings.prepare { _ in }.run()
    return try #require(Checkpoint(try TallyStore.read(path))).identity
  }
}

/// A change of what an identity is made of, and the difference that it makes.
private struct IdentityChange: Sendable, CustomTestStringConvertible {
  let difference: String
  /// Changes both runs.
  let base: @Sendable (inout Run) throws -> Void
  let change: @Sendable (inout Run) throws -> Void
  var testDescription: String { difference }

  init(
    _ difference: String, of base: @escaping @Sendable (inout Run) throws -> Void = { _ in },
    _ change: @escaping @Sendable (inout Run) throws -> Void
  ) {
    self.difference = difference
    self.base = base
    self.change = change
  }

  /// Another text of the policy.
  init(
    _ difference: String, from text: String = rules, to changed: String
  ) {
    self.init(difference) {
      $0.settings.policies = try policies(text)
    } _: {
      $0.settings.policies = try policies(changed)
    }
  }
}

private let rules = "minlength: 8; blocklist: default; context: \"acme\";"
/// A policy that needs the class of the meter.
private let meterRules = ##"minlength: 8; required: [-!"#%&'()*,./:;?@[\_{}]];"##

private let changes: [IdentityChange] = [
  IdentityChange("program version") { $0.version = "2" },
  IdentityChange("list count") {
    $0.settings.lists.names.append(try $0.directory.file("more.txt", "abcdefgh\n"))
  },
  IdentityChange("list 1") { _ = try $0.directory.file("leak.txt", "abcdefgh\nhgfedcba\n") },
  IdentityChange("encoding") { $0.settings.lists.reading = TextSettings(encoding: .latin1) },
  IdentityChange("encoding") { $0.settings.lists.reading = TextSettings(encoding: nil) },
  IdentityChange("fallback") { $0.settings.lists.reading = TextSettings(fallback: .latin1) },
  IdentityChange("limit of bytes") { $0.settings.lists.reading = TextSettings(maxBytes: 9) },
  IdentityChange("layout") { $0.settings.lists.layout = LayoutRequest(.stated(.counted(.colon))) },
  IdentityChange("layout") { $0.settings.lists.layout = LayoutRequest(.stated(.user)) },
  IdentityChange("layout") { $0.settings.lists.layout = LayoutRequest(.table(.number(2))) },
  IdentityChange("layout") { $0.settings.lists.layout = LayoutRequest(.table(.name("abcdefgh"))) },
  IdentityChange("layout") { $0.settings.lists.layout = LayoutRequest(.auto) },
  IdentityChange(
    "separator", of: { $0.settings.lists.layout = LayoutRequest(.stated(.userHash)) }
  ) { $0.settings.lists.layout.separator = 9 },
  IdentityChange("decoding of $HEX") { $0.settings.lists.layout.decodesHex = true },
  IdentityChange("shapes") { $0.settings.countsShapes = true },

  // Each fact of the schema.
  IdentityChange(
    "facts: whether exclamation mark occurs", to: rules + " required: digit, [!];"),
  IdentityChange(
    "facts: the number of characters in digit (not recorded, and up to 2)",
    to: rules + " at-least: 2 digit;"),
  IdentityChange(
    "facts: the longest run (not recorded, and up to 3)", to: rules + " max-consecutive: 2;"),
  IdentityChange(
    "facts: the longest sequence (not recorded, and up to 3)", to: rules + " max-sequential: 2;"),
  IdentityChange(
    "facts: the longest class run (not recorded, and up to 3)", to: rules + " max-class-run: 2;"),
  // The meter needs its own class, which comes before it.
  IdentityChange("facts: whether [!\"#%&'()*,-./:;?@[\\]_{}] occurs") {
    $0.settings.estimate = .none
  },
  IdentityChange("facts: the level of the meter") {
    $0.settings.policies = try policies(meterRules)
  } _: {
    $0.settings.estimate = .none
  },
  IdentityChange("facts: the strength score") { $0.settings.estimate = .meter },
  IdentityChange("facts: the guess budgets") { $0.settings.attacks.removeLast() },
  IdentityChange("facts: the guess budgets") {
    $0.settings.attacks[0] = Attack.all(rates: [.init(name: "1/h", 1, in: 3600)])[0]
  },
  IdentityChange("facts: the number of blocklists (2, and 1)") {
    $0.settings.blocklists.isOff = true
  },
  IdentityChange("facts: the number of blocklists (2, and 3)") {
    $0.settings.blocklists.matches = [.fold]
  },
  IdentityChange(
    "facts: the content of the blocklist 'context'",
    to: "minlength: 8; blocklist: default; context: \"acne\";"),
  IdentityChange("facts: the content of the blocklist 'refused'") {
    $0.settings.blocklists.files = [try $0.directory.file("refused.txt", "abcdefgh\n")]
  } _: {
    _ = try $0.directory.file("refused.txt", "hgfedcba\n")
  },
  IdentityChange("facts: the reference year (2026, and 2025)") {
    $0.settings.strength = StrengthSettings(referenceYear: 2025)
  },
  IdentityChange("facts: the guesses at which scores begin") {
    let cuts = try #require(ScoreCuts([1e3, 1e7, 1e8, 1e10]))
    $0.settings.strength = StrengthSettings(referenceYear: 2026, cuts: cuts)
  },
  IdentityChange("facts: the context words or dictionaries") {
    $0.settings.strength = StrengthSettings(referenceYear: 2026, contextWords: ["acme"])
  },
  IdentityChange("facts: the context words or dictionaries") {
    $0.settings.strength = StrengthSettings(referenceYear: 2026, contextWords: ["acme"])
  } _: {
    $0.settings.strength = StrengthSettings(referenceYear: 2026, contextWords: ["acne"])
  },

  IdentityChange("policy 1", to: "minlength: 9; blocklist: default; context: \"acme\";"),
  IdentityChange("policy count") { $0.settings.policies += $0.settings.policies },
  IdentityChange("reading of max-consecutive") {
    $0.settings.maxConsecutive = .repeatsAndSequences
  },
]

@Suite struct IdentityTests {
  @Test func `the same settings have the same identity, on any number of threads`() throws {
    var run = try Run()
    let first = try run.identity()
    run.settings.threads = 7
    run.settings.space = .ascii
    #expect(try first.difference(from: run.identity()) == nil)
  }

  @Test(arguments: changes)
  private func `each setting that a tally depends on changes the identity`(
    change: IdentityChange
  ) throws {
    var run = try Run()
    try change.base(&run)
    let first = try run.identity()
    try change.change(&run)
    #expect(try first.difference(from: run.identity()) == change.difference)
  }

  @Test func `each setting of an identity is one that the changes above change`() throws {
    /// The name without the number of the value: `list` for `list 3` and `list count`.
    func setting(_ name: String) -> String {
      let words = name.prefix { $0 != ":" }.split(separator: " ")
      let isOne = words.count > 1 && words.last.map { $0 == "count" || Int($0) != nil } == true
      return (isOne ? words.dropLast() : words[...]).joined(separator: " ")
    }
    let stated = try Run().identity().settings.map { setting($0.name) }
    let changed = changes.map { setting($0.difference) }
    // No setting changes the version; a checkpoint of another is a test of its file.
    #expect(Set(stated) == Set(changed).union([RunIdentity.versionName]))
  }

  @Test func `an identity holds no sentence of the manifest`() throws {
    let run = try Run()
    let values = Set(try run.identity().settings.map(\.value))
    let readings = try run.settings.prepare { _ in }.run().report(version: "1").manifest.readings
    #expect(
      values.isDisjoint(
        with: readings.filter { $0.key != "max-consecutive" }.values
          .filter { $0 != "utf-8" }))
  }
}
