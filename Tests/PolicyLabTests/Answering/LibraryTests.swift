import Foundation
import PasswordRules
import PolicyLab
import Preparing
import TestSupport
import Testing

@Suite struct LibraryTests {
  @Test func `policies of files come before presets and are found by name`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("house.policy", "[house]\nminlength: 9;\n")
    let quirks = try directory.file(
      "quirks.json", #"{"example.com": {"password-rules": "minlength: 7;"}}"#)
    let library = try Library(PolicySettings(files: [file, quirks])) { _ in }
    #expect(library.entries.prefix(2).map(\.name) == ["house", "example.com"])
    #expect(library.entries.count == 2 + Preset.all.count)
    #expect(library.entry(named: "Example.COM")?.text.contains("minlength: 7;") == true)
    #expect(library.entries(like: "example").map(\.name) == ["example.com"])
    #expect(library.entries(like: "").isEmpty)
  }
}
