import PasswordRules
import Preparing
import TestSupport
import Testing

@Suite struct PolicySettingsTests {
  @Test func `policies come from files and presets, each under a name of its own`() throws {
    let directory = try TemporaryDirectory()
    let first = try directory.file("a/site.policy", "minlength: 8;\n")
    let second = try directory.file("b/site.policy", "minlength: 9;\n")
    let settings = PolicySettings(files: [first, second], presets: ["nist-63b-4"])
    #expect(try settings.load { _ in }.map(\.name) == ["site", "site-2", "nist-63b-4"])
  }

  @Test func `without a name the standard of today is meant`() throws {
    #expect(!PolicySettings().isGiven)
    #expect(try PolicySettings().load { _ in }.map(\.name) == PolicySettings.defaultPresets)
  }

  @Test func `every problem of every file is told before the load fails`() throws {
    let directory = try TemporaryDirectory()
    let listener = Listener()
    let settings = PolicySettings(
      files: [directory.path + "/none", try directory.file("bad.policy", "minlength: x;\n")],
      presets: ["nist-63b-5"])
    #expect(throws: ProblemsTold.self) { try settings.load(tell: listener.tell) }
    #expect(listener.told.count == 2)
    let wrong = PolicySettings(files: [try directory.file("bad.policy", "minlength: x;\n")])
    #expect(throws: ProblemsTold.self) { try wrong.load(tell: listener.tell) }
    #expect(listener.told.count > 2)
  }
}
