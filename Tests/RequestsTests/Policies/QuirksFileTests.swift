import Diagnostics
import PasswordPolicies
import Requests
import TestSupport
import Testing

/// Apple's file of sites.
@Suite struct QuirksFileTests {
  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    file = try directory.file("sites.json", Self.sites(least: 8))
  }

  private static func sites(least: Int) -> String {
    #"{"b.example": {"password-rules": "minlength: \#(least);"}, "#
      + #""a.example": {"password-rules": "maxlength: \#(least);"}}"#
  }

  /// The policies of a file, as text.
  private func policies(_ file: String) throws -> [String] {
    try PolicySettings(files: [file]).load { _ in }.map { "\($0.name) \($0.line())" }
  }

  @Test func `policies of a file are read in its order`() throws {
    #expect(try policies(file).map { $0.prefix(9) } == ["a.example", "b.example"])
  }

  @Test func `a broken file is reported once`() throws {
    let broken = try directory.file("broken.json", #"{"a.example": "#)
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try PolicySettings(files: [broken]).load(tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }
}
