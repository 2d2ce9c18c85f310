import Foundation
import Jobs
import PasswordPolicies
import PolicyLab
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

  @Test func `the first of several policies with equal names is found`() throws {
    let preset = try #require(Preset.all.first)
    let directory = try TemporaryDirectory()
    let files = [
      try directory.file("a.policy", "[\(preset.id)]\nminlength: 31;\n[house]\nminlength: 32;\n"),
      try directory.file("b.policy", "[House]\nminlength: 33;\n"),
    ]
    let library = try Library(PolicySettings(files: files)) { _ in }
    #expect(library.entries.prefix(3).map(\.name) == [preset.id, "house", "House"])
    #expect(library.entries.filter { $0.name == preset.id }.count == 2)
    #expect(library.entry(named: preset.id)?.text.contains("minlength: 31;") == true)
    for name in ["house", "House", "HOUSE"] {
      #expect(library.entry(named: name)?.text.contains("minlength: 32;") == true, "\(name)")
    }
  }

  @Test func `presets are found by a word of their names or of their titles`() throws {
    let library = try Library(PolicySettings()) { _ in }
    let preset = try #require(
      Preset.all.first { !$0.id.lowercased().contains($0.title.prefix(8).lowercased()) })
    #expect(library.entries(like: String(preset.title.prefix(8))).map(\.name).contains(preset.id))
    #expect(library.entries(like: preset.id.uppercased()).map(\.name).contains(preset.id))
    let all = library.entries(like: "a", limit: .max).map(\.name)
    for limit in 0...3 {
      #expect(library.entries(like: "a", limit: limit).map(\.name) == all.prefix(limit).map(\.self))
    }
  }
}
