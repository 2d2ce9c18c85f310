import PasswordRules
import Preparing
import TestSupport
import Testing
import Workers

/// Apple's file of sites, parsed before it is asked for.
@Suite(.serialized) struct QuirksFileTests {
  private let directory: TemporaryDirectory
  private let file: String
  private let workers = WorkerPool(width: 2)

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

  @Test(arguments: [1, 2])
  func `policies that are parsed ahead equal those that are read`(width: Int) throws {
    let plain = try policies(file)
    QuirksFile.parseAhead(file, by: WorkerPool(width: width))
    #expect(try policies(file) == plain)
    #expect(plain.map { $0.prefix(9) } == ["a.example", "b.example"])
  }

  @Test func `a file that changes meanwhile is read in its new state`() throws {
    QuirksFile.parseAhead(file, by: workers)
    _ = try directory.file("sites.json", Self.sites(least: 9))
    #expect(try policies(file).allSatisfy { $0.contains("length: 9") })
  }

  @Test func `another file is read, even if one was parsed ahead`() throws {
    let other = try directory.file("others.json", Self.sites(least: 10))
    for ahead in [file, directory.path, directory.path + "/none", "/dev/null", other] {
      QuirksFile.parseAhead(ahead, by: workers)
      #expect(try policies(other).allSatisfy { $0.contains("length: 10") })
    }
  }

  @Test func `a broken file is reported, parsed ahead or not`() throws {
    let broken = try directory.file("broken.json", #"{"a.example": "#)
    QuirksFile.parseAhead(broken, by: workers)
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try PolicySettings(files: [broken]).load(tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }
}
