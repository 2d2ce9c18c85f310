import Foundation
import PasswordPolicies
import Passwords
import TestSupport
import Testing

/// The table of standards.
@Suite struct StandardTests {
  @Test func `all standards and clauses are there`() {
    #expect(Standard.all.map(\.id) == Standard.ids)
    #expect(Standard.all.count == 24 && Standard.silent.count == 10)
    let clauses = Standard.all.flatMap(\.clauses)
    #expect(clauses.count == 300)
    #expect(clauses.count(where: \.test.isOfText) == 110)
    #expect(clauses.count { $0.test == .unseen } == 123)
    #expect(clauses.count { $0.mark == .remembered } == 42)
    #expect(Standard.named("nist-63b-5") == nil)
  }

  @Test(arguments: Standard.all)
  func `a standard says which text it is, when it was read, and where`(standard: Standard) {
    #expect(!standard.name.isEmpty && !standard.edition.isEmpty && !standard.issued.isEmpty)
    #expect(standard.read.count == 10 && !standard.sources.isEmpty)
    #expect(Set(standard.clauses.map(\.id)).count == standard.clauses.count)
    for clause in standard.clauses {
      // A paraphrase, not the standard's own sentence.
      #expect(clause.says.count <= 110 && !clause.says.hasSuffix("."), "\(clause.says)")
      #expect(!clause.number.isEmpty && !clause.level.isEmpty)
      if clause.test == .unseen { #expect(clause.because != nil, "\(clause.id)") }
    }
  }

  @Test func `a standard that follows another one changes only what differs`() throws {
    let alone = try #require(Standard.named("cis-21.12")).clauses
    let beside = try #require(Standard.named("cis-21.12-mfa")).clauses
    #expect(beside.dropFirst() == alone.dropFirst(2))
    let exception = try #require(Standard.named("pci-4.0.1-8")).clauses.map(\.id)
    #expect(exception.prefix(3) == ["length", "cannot-hold-12", "letters-digits"])
    let admins = try #require(Standard.named("anssi-admin")).clauses.map(\.id)
    #expect(admins.prefix(5) == ["length-kinds", "no-maximum", "words", "age", "attempts"])
  }

  @Test func `each line of the files is what is known of its standard`() throws {
    let folder = Repository.root.appending(path: "Sources/C/CPresets/standards")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for part in try files.flatMap({ file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "## ")
    }) {
      let lines = part.split(separator: "\n").map { Self.sorted(String($0)) }
      let (id, name) = try #require(
        lines.first?.firstRange(of: ": ").map { colon in
          (String(lines[0][..<colon.lowerBound]), String(lines[0][colon.upperBound...]))
        })
      guard let standard = Standard.named(id) else {
        #expect(id == "silent" && !name.isEmpty)
        #expect(lines.dropFirst() == Standard.silent.map(Self.line)[...])
        continue
      }
      let base = lines.first { $0.hasPrefix("as: ") }.flatMap {
        Standard.named(String($0.dropFirst(4)))
      }
      let gone = Set(lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) })
      let inherited = (base?.clauses ?? []).filter { clause in
        !gone.contains { $0 == clause.id } && !lines.contains { $0.hasPrefix("\(clause.id) | ") }
      }
      let rest = lines.dropFirst().filter { !$0.hasPrefix("as: ") && !$0.hasPrefix("- ") }
      #expect(standard.name == name)
      let asks = Self.lines(standard).contains {
        $0.hasPrefix("managers | ") && $0.contains(" | must | ")
      }
      #expect(standard.demandsManagers == asks)
      #expect(Self.lines(standard).sorted() == (rest + inherited.map(Self.line)).sorted(), "\(id)")
    }
  }

  @Test(arguments: [
    "demands digti upper", "demands-kinds 2 upper lowr", "permits-kinds 2 x", "one-of 8 lowr",
    "one-of 8 kinds:x / 9", "bits 80 / 12 lowr", "accepts nothing", "setting max-agee none", "room",
    "min-len 8",
  ])
  func `a misspelt test is none`(text: String) { #expect(Standard.Test(text) == nil) }

  private static func lines(_ standard: Standard) -> [String] {
    ["text: \(standard.edition)", "issued: \(standard.issued)", "read: \(standard.read)"]
      + (standard.isCurrent ? [] : ["current: no"]) + (standard.note.map { ["note: \($0)"] } ?? [])
      + standard.sources.map { "source: \($0.mark.rawValue) \($0.source)" }
      + standard.clauses.map(line)
  }

  private static func line(_ silent: Standard.Silent) -> String {
    "\(silent.source.mark.rawValue) | \(silent.text) | \(silent.says) | \(silent.source.source)"
  }

  private static func line(_ clause: Standard.Clause) -> String {
    let words = text(clause.test)
    #expect(words.hasPrefix(clause.kind) && !clause.kind.contains(" "))
    let fields = [
      clause.id, clause.number, clause.level, clause.force.rawValue, words, clause.mark.rawValue,
      clause.says,
    ]
    return (fields + (clause.because.map { [$0] } ?? [])).joined(separator: " | ")
  }

  /// A test as the files write it.
  private static func text(_ test: Standard.Test) -> String {
    switch test {
    case .minLength(let least, unless: nil): "min-length \(least)"
    case .minLength(let least, unless: let system?):
      "min-length \(least) unless \(system.least) below \(system.roomBelow)"
    case .maxLength(let most): "max-length \(most)"
    case .room(let length): "room \(length)"
    case .noMaximum: "no-maximum"
    case .hasMaximum: "has-maximum"
    case .accepts(let set): "accepts\(text([set]))"
    case .noComposition: "no-composition"
    case .demands(let sets): "demands\(text(sets))"
    case .demandsKinds(let count, of: let sets): "demands-kinds \(count)\(text(sets))"
    case .permitsKinds(let count, of: let sets): "permits-kinds \(count)\(text(sets))"
    case .maxRepeating(let most): "max-repeating \(most)"
    case .maxClassRun(let most): "max-class-run \(most)"
    case .oneOf(let ways): "one-of \(ways.map(text).joined(separator: " / "))"
    case .bits(let bits, examples: let ways):
      (["bits \(bits)"] + ways.map(text)).joined(separator: " / ")
    case .list(ofBreaches: let isOfBreaches): isOfBreaches ? "list breached" : "list"
    case .wholeComparison: "whole-comparison"
    case .contextWords: "context-words"
    case .userName: "user-name"
    case .unit(let unit): "unit \(unit.rawValue)"
    case .setting(let name, let demand): "setting \(name.rawValue) \(text(demand))"
    case .unseen: "unseen"
    }
  }

  private static func text(_ way: Standard.Way) -> String {
    "\(way.minLength)" + (way.minKinds > 0 ? " kinds:\(way.minKinds)" : "") + text(way.demands)
      + (way.hasList ? " list" : "") + (way.isHidden ? " hidden" : "")
  }

  private static func text(_ demand: Standard.Demand) -> String {
    switch demand {
    case .none: "none"
    case .atMost(let most, let never, let over, let isDisabling):
      "at-most \(most)" + (never == .broken ? "" : " never \(never.rawValue)")
        + (over == .broken ? "" : " over \(over.rawValue)") + (isDisabling ? " disabling" : "")
    case .atLeast(let least): "at-least \(least)"
    case .some: "some"
    case .unlimited: "unlimited"
    case .mustNot(isEnough: let isEnough): isEnough ? "must-not enough" : "must-not"
    }
  }

  /// The names of sets, each behind a blank; a set is known by which of a few characters it has.
  private static func text(_ sets: [CodePointSet]) -> String {
    let names = [
      "A": "upper", "a": "lower", "1": "digit", "- ": "special", "Aa1- ": "ascii-printable",
      "Aa1- Éé漢€": "unicode", "AaÉé漢": "letter", "1- €": "non-letter", "Éé漢€": "beyond-ascii",
      " ": "space",
    ]
    let found = sets.map { set in
      names[String("Aa1- Éé漢€".filter { $0.unicodeScalars.allSatisfy(set.contains) })]
        ?? sorted(
          "[\(String((0x20...0x7E as ClosedRange<UInt8>).map { Unicode.Scalar($0) }.filter(set.contains).map { Character($0) }))]"
        )
    }
    let kinds = PasswordRules.Rule.Kinds.unicode.sets
    return sets == kinds && kinds.count == 5 ? " AD" : found.map { " \($0)" }.joined()
  }

  /// The line with the characters of classes in brackets in order.
  private static func sorted(_ line: String) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("[") ? String($0.sorted()) : String($0) }.joined(separator: " ")
  }

  @Test func `systems count lengths in bytes, in units of UTF-16 or in code points`() {
    let units = Dictionary(grouping: SourceKind.allCases) { $0.lengthUnit?.rawValue ?? "" }
    #expect(units["bytes"].map(Set.init) == [.pwquality, .pam, .passwdqc])
    #expect(units["code points"].map(Set.init) == [.django, .jsonSchema, .mysql])
    #expect(
      units["UTF-16 units"].map(Set.init) == [
        .activeDirectoryJSON, .activeDirectoryList, .secedit, .netAccounts, .keycloak,
        .keycloakJSON, .html,
      ])
  }
}
