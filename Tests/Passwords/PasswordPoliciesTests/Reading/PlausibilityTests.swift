import PasswordPolicies
import TestSupport
import Testing

@Suite struct PlausibilityTests {
  @Test(arguments: [
    "", "\n# nothing but a comment\n", "[name]\n", "minlength: 8", "minlength 8", "maxlenght: 20",
    "\u{FEFF}required: upper", "  min-classes : 3;", "x; maxlength: 9", "[a]\nor\nminlength: 8;",
    "required: [abc\ndef\nghi];", "requird: digits;",
  ])
  func `a text that may be meant as a policy is plausible`(text: String) {
    #expect(PolicyReading.isPlausible(Array(text.utf8)))
  }

  @Test(arguments: [
    "hunter2", "Password1\nqwerty\n", "alice@example.org:secret", "x:y", "\u{1F}\u{8B}\u{8}",
    String(repeating: "letmein\nsecret:x\n", count: 30) + "minlength: 8;",
  ])
  func `a list of passwords is not plausible`(text: String) {
    #expect(!PolicyReading.isPlausible(Array(text.utf8)))
  }

  @Test(arguments: Preset.all)
  func `every preset is plausible`(preset: Preset) {
    #expect(PolicyReading.isPlausible(Array(preset.text.utf8)))
  }
}
