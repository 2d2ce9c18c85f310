import Foundation
import TestSupport
import Testing

/// What pages say of `make`, and how their tables are written.
@Suite struct MakeLineTests {
  /// The commands of `make` in a page, from blocks and spans of code.
  private static func commands(of page: String) throws -> [String] {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    let blocks = text.matches(of: #/(?m)^ {4,}(make(?: [^\n]*)?)$/#).map { $0.1 }
    let spans = text.matches(of: #/`(make(?: [^`\n]*)?)`/#).map { $0.1 }
    return (blocks + spans).map { command in
      (command.split(separator: #/\s+# /#).first ?? command).trimmingCharacters(in: .whitespaces)
    }
  }

  /// What `make` would run, without the settings of a `make` that runs this test.
  private static func dryRun(_ command: String) throws -> [UInt8] {
    try output(
      of: "cd '\(Repository.root.path)' && unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL MFLAGS && "
        + command.replacing(#/^make/#, with: "make -n"))
  }

  @Test func `every make line of a page names a target, and each of its variables has an effect`()
    throws
  {
    var count = 0
    for page in Repository.pages {
      for command in try Set(Self.commands(of: page)).sorted() {
        count += 1
        _ = try Self.dryRun(command)
        for setting in command.matches(of: #/ ([A-Za-z_]+)=(?:"[^"]*"|[^\s"]*)/#) {
          let other = command.replacing(String(setting.0), with: " \(setting.1)=other-value")
          let told = String(decoding: try Self.dryRun(other), as: UTF8.self)
          #expect(told.contains("other-value"), "\(page): \(command): \(setting.1) has no effect")
        }
      }
    }
    #expect(count > 20)
  }

  @Test func `no table of a page is cut by an empty line`() throws {
    var count = 0
    for page in Repository.pages {
      let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated().dropFirst()
      where line.hasPrefix("|") && !lines[number - 1].hasPrefix("|") {
        count += 1
        let next = number + 1 < lines.count ? lines[number + 1] : ""
        #expect(
          next.wholeMatch(of: #/\|[ :|-]+\|/#) != nil, "\(page):\(number + 1) begins without a head"
        )
      }
    }
    #expect(count > 20)
  }

  @Test func `the page about reports states how many files the demo's report has`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Reports/demo").path)
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/report.md"), encoding: .utf8)
    let words = ["eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12]
    let said = page.firstMatch(of: #/or (\w+) with `--space` and `--distinct`/#)
    #expect(said.flatMap { words[String($0.1)] } == files.count)
  }
}
