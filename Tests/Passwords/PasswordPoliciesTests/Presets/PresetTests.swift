import Diagnostics
import Foundation
import PasswordPolicies
import TestSupport
import Testing

@Suite struct PresetTests {
  @Test(arguments: Preset.all)
  func `a preset reads without a remark, as one policy of its name`(preset: Preset) throws {
    let reading = PolicyReading(policyFile: Array(preset.text.utf8), file: preset.id)
    #expect(reading.problems.map(\.message) == [])
    #expect(reading.policies.map(\.name) == [preset.id])
    #expect(preset.policy().unsatisfiable == nil)
    #expect(preset.text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 100 })
  }

  @Test func `every requested preset exists once`() {
    #expect(
      Preset.all.map(\.id) == [
        "nist-63b-4", "nist-63b-4-mfa", "nist-63b-3", "asvs-5-l1", "asvs-5-l2", "asvs-4.0.3",
        "pci-4.0.1", "pci-4.0.1-8", "cis-21.12", "cis-21.12-mfa", "ad-complexity",
        "windows-baseline", "entra-like", "microsoft-365", "stig-rhel", "cyber-essentials", "bsi",
        "cnil-80", "cnil-50", "anssi", "anssi-admin", "ism", "ism-secret", "cjis-6.0",
        "fedramp-rev5", "basic8", "3class8", "4class8", "1class12", "1class16", "2class12",
      ])
    #expect(Preset.named("bsi")?.title == "German BSI, advice to the public (undated)")
    #expect(Preset.named("BSI") == nil)
    #expect(
      Preset.all.map(\.id).filter(Preset.isBesideFactor) == ["nist-63b-4-mfa", "cis-21.12-mfa"])
    #expect(Preset.references.count == 6 && Set(Preset.references).count == 6)
  }

  @Test(arguments: Preset.all)
  func `the first comment names an edition, its date and the day of reading`(preset: Preset) throws
  {
    let line = try #require(preset.text.split(separator: "\n").first)
    let parts = line.split(separator: "; ").map(String.init)
    try #require(parts.count == 3 && parts[0].hasPrefix("# "), "\(line)")
    #expect(parts[1] == "undated" || parts[1] == "issued n/a" || Self.isDate(parts[1], "issued "))
    #expect(Self.isDate(parts[2], "read ") && parts[2].utf8.count == 15, "\(line)")
    let isDated = parts[1] != "undated" && preset.title.contains(where: \.isNumber)
    #expect(
      isDated || preset.title.contains("undated") || preset.title.hasPrefix("research: ")
        || preset.title.hasPrefix("FedRAMP Rev. 5"),
      "a title has the number of its edition or year, 'undated', or begins 'research: ': \(preset.title)"
    )
    let read = try Date(String(parts[2].suffix(10)), strategy: .iso8601.year().month().day())
    if read.timeIntervalSinceNow < -365 * 86_400 {
      Issue.record(
        "\(preset.id) was read more than a year ago: read its text again", severity: .warning)
    }
  }

  /// Whether a text is a word and a year, with a month and a day if these are known.
  private static func isDate(_ text: String, _ word: String) -> Bool {
    let digits = text.dropFirst(word.count).split(separator: "-", omittingEmptySubsequences: false)
    return text.hasPrefix(word) && 1...3 ~= digits.count && digits[0].count == 4
      && digits.dropFirst().allSatisfy { $0.count == 2 }
      && digits.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  @Test func `the documentation has each preset, and each text without a number`() throws {
    let path = Repository.root.appending(path: "Documentation/policies.md")
    let lines = Set(try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n"))
    for preset in Preset.all {
      let parts = try #require(preset.text.split(separator: "\n").first).split(separator: "; ")
      let issued = parts[1] == "issued n/a" ? "–" : parts[1].replacing("issued ", with: "")
      let read = parts[2].replacing("read ", with: "")
      let row = "| `\(preset.id)` | \(preset.title) | \(issued) | \(read) |"
      #expect(lines.contains(row), "\(row)")
    }
    for text in Standard.silent {
      let row = "| \(text.text) | \(text.says) | "
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row)")
    }
    #expect(Standard.silent.count == 10)
  }

  @Test func `only Active Directory's complexity asks for users' names`() {
    let asking = Preset.all.filter { $0.policy().asksForUserNames }
    #expect(asking.map(\.id) == ["ad-complexity", "windows-baseline"])
    #expect(asking.first?.policy().ruleIDs == ["minlength", "min-classes", "username-substring"])
    #expect(Preset.all.allSatisfy { $0.policy().isPreset })
  }

  @Test func `no preset has a fault of its own`() {
    for preset in Preset.all { #expect(preset.policy().lint() == [], "\(preset.id)") }
  }

  @Test(arguments: [
    ("nist-63b-4", "ÅÄÖ and some words", []), ("nist-63b-4", "fourteen chars", ["minlength"]),
    ("pci-4.0.1", "onlyletterss", ["required[1]"]), ("pci-4.0.1", "letters and 9", []),
    ("cis-21.12", "OnlyLettersHere", ["required[0]"]),
    ("ad-complexity", "Äöü漢字漢字漢", []), ("ad-complexity", "Äöü€€€€€", ["min-classes"]),
    ("ad-complexity", "äöü$1xyz", []), ("ad-complexity", "passw 0rd", ["min-classes"]),
    ("ad-complexity", "passw_0rd", []), ("ad-complexity", "漢字äöüxyz", ["min-classes"]),
    ("cyber-essentials", "twelve chars", []), ("cyber-essentials", "eleven char", []),
    ("cyber-essentials", "seven77", ["or[0].minlength"]),
    ("bsi", "abcdefgh1jklmnopqrstuvwxy", []), ("bsi", "aB3$efgh", []),
    ("bsi", "aB3defgh", ["or[0].minlength"]),
    ("stig-rhel", "aB3$aB3$aB3$aB3$", []),
    ("stig-rhel", "abcdE3$aB3$aB3$aaaab", ["max-repeating", "max-class-run"]),
    ("3class8", "aB3defgh", []), ("3class8", "abcdefg1", ["min-classes"]),
    ("4class8", "aB3 efgh", []), ("2class12", "abcdefghijk1", []),
    ("1class16", "fifteen chars..", ["minlength"]),
    ("pci-4.0.1-8", "letters9", []), ("pci-4.0.1-8", "letter9", ["minlength"]),
    ("pci-4.0.1-8", "letters999999", ["maxlength"]), ("pci-4.0.1-8", "onlylett", ["required[1]"]),
    ("windows-baseline", "fourteenchars1", ["min-classes"]),
    ("windows-baseline", "Fourteenchars1", []),
    ("microsoft-365", "fourteen chars", []), ("microsoft-365", "thirteenchars", ["minlength"]),
    ("cnil-80", "Twelve chars1", []), ("cnil-80", "Fourteenchars1", []),
    ("cnil-80", "Thirteenchar1", ["or[0].required[3]"]),
    ("cnil-50", "Eight888", []), ("cnil-50", "1234123412341234", []),
    ("cnil-50", "123412341234123", ["or[0].min-classes"]),
    ("anssi", "Twelve-char1", []), ("anssi", "Twelve char1", ["or[0].required[3]"]),
    ("anssi", "TwentyOneCharacters21", []),
    ("anssi-admin", "Sixteen-chars-16", []),
    ("anssi-admin", "Fifteen-chars-1", ["or[0].minlength"]),
    ("ism", "fifteen letters", []), ("ism", "fourteen chars", ["minlength"]),
    ("ism-secret", "seventeen letters", []), ("ism-secret", "sixteen letters.", ["minlength"]),
    ("cjis-6.0", "letters.", []), ("cjis-6.0", "letters", ["minlength"]),
    ("fedramp-rev5", "fourteen chars", []), ("fedramp-rev5", "thirteenchars", ["minlength"]),
  ])
  func `presets judge as their standards say`(id: String, password: String, broken: [String]) throws
  {
    let policy = try #require(Preset.named(id)).policy()
    #expect(try verdict(of: policy, on: password) == broken)
  }
}
