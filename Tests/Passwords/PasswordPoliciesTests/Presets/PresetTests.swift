import Diagnostics
import PasswordPolicies
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
        "pci-4.0.1", "cis-21.12", "cis-21.12-mfa", "ad-complexity", "entra-like", "stig-rhel",
        "cyber-essentials", "bsi", "basic8", "3class8", "4class8", "1class12", "1class16",
        "2class12",
      ])
    #expect(Preset.named("bsi")?.title == "German BSI, advice to the public")
    #expect(Preset.named("BSI") == nil)
  }

  @Test func `only Active Directory's complexity asks for users' names`() {
    let asking = Preset.all.filter { $0.policy().asksForUserNames }
    #expect(asking.map(\.id) == ["ad-complexity"])
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
  ])
  func `presets judge as their standards say`(id: String, password: String, broken: [String]) throws
  {
    let policy = try #require(Preset.named(id)).policy()
    #expect(try verdict(of: policy, on: password) == broken)
  }
}
