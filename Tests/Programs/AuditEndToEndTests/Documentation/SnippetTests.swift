import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import PasswordStrength
import TestSupport
import Testing

/// Code and policies that README and `Documentation` show do what the pages say.
@Suite struct SnippetTests {
  /// A line of code, and the value that it has.
  private struct Statement: CustomStringConvertible {
    var code: String
    var value: String?
    var description: String { value.map { "\(code)  // \($0)" } ?? code }
  }

  /// The indented lines of a page, without indentation; each block is the lines between others.
  private static func blocks(of page: String) throws -> [[String]] {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    var blocks: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    ") {
        blocks[blocks.count - 1].append(String(line.dropFirst(4)))
      } else if line.isEmpty {
        if blocks[blocks.count - 1].last?.isEmpty == false { blocks[blocks.count - 1].append("") }
      } else if blocks.last?.isEmpty == false {
        blocks.append([])
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  // MARK: The library

  // What this function runs is what the page shows, line by line; `shows` has the value in a comment
  // there.
  @Test func `the libraries' code runs and has the values that their page says`() throws {
    func shows(_ value: some Any, _ text: String) {
      let found = String(reflecting: value)
      #expect(text.hasPrefix(".") ? found.hasSuffix(text) : found == text)
    }
    // libraries.md {
    let rules = try PasswordRules(
      parsing: "minlength: 8; required: digit; allowed: ascii-printable;")
    shows(rules.isSatisfied(by: "7777 7777"), "true")
    shows(rules.violations(in: "secret").map(\.id), #"["minlength", "required[0]"]"#)
    shows(
      rules.violations(in: "secret")[0].message,
      #""The password has 6 characters; at least 8 are needed.""#)
    let compiled = rules.compiled()
    shows(compiled.isSatisfied(by: "secret77"), "true")
    let safari = PasswordRules(leniently: "required: digit; minlength: 8 ;")
    shows(safari.descriptor, #""required: digit;""#)
    let own: PasswordRules = [.minLength(8), .minClasses(3), .atMost(2, .digit)]
    shows(
      own.violations(in: "secret77").map(\.message),
      #"["The password has 2 kinds of characters; at least 3 are needed."]"#)
    shows(own.rules.filter(\.isApples).map(\.description), #"["minlength: 8"]"#)
    let two = try PasswordPolicy(
      parsing: "minlength: 15; allowed: unicode; or minlength: 8; min-classes: 3;")
    shows(two.isSatisfied(by: "secret77"), "false")
    let count = try PasswordSpace(rules).count(length: 8)
    var random = SystemRandomNumberGenerator()
    let password = try rules.generate(using: &random)
    var scorer = Scorer()
    shows(scorer.estimate("p4ssword").strength.score, "0")
    let meter = FourCriteria("Secret-77")
    shows(meter.level, ".strong")
    shows(meter.level.colour, #""green""#)
    // }
    #expect("\(count)" == "3909299062500000")
    #expect(rules.isSatisfied(by: password) && password.count == 8)
    let (shown, run) = (try Self.shown(), try Self.run())
    for (one, other) in zip(shown, run) { #expect(one.description == other.description) }
    #expect(shown.count == run.count && run.count == 21)
  }

  /// The statements of the page, with the values in their comments.
  private static func shown() throws -> [Statement] {
    let block = try blocks(of: "Documentation/libraries.md").first {
      $0.contains("import PasswordPolicies")
    }
    var statements: [Statement] = []
    for line in try #require(block) where !line.isEmpty {
      if line.hasPrefix("import ") || line.hasPrefix(".package(") { continue }
      let parts = line.split(separator: #/(^| +)\/\/ /#, maxSplits: 1)
      let value = line.firstMatch(of: #/(?:^| +)\/\/ (.*)$/#).map { String($0.1) }
      if line.hasPrefix("//") {
        statements[statements.count - 1].value = value
      } else if let code = parts.first {
        // Behind a semicolon other values are explained, behind a declaration itself.
        let isValue = !code.contains(" = ")
        let told = value?.split(separator: #/; (?=weak|"red")/#).first
        statements.append(
          Statement(code: String(code), value: isValue ? told.map(String.init) : nil))
      }
    }
    return statements
  }

  /// The statements of the test above.
  private static func run() throws -> [Statement] {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let body = try #require(source.firstMatch(of: #/// libraries.md {\n((?:.*\n)*?) +// }\n/#)?.1)
    let text = body.replacing(#/\(\n +/#) { _ in "(" }.replacing(#/,\n +/#) { _ in ", " }
    return text.split(separator: "\n").map { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      guard let match = line.wholeMatch(of: #/shows\((.*?), #?"(.*)"#?\)/#) else {
        return Statement(code: line)
      }
      return Statement(code: String(match.1), value: String(match.2))
    }
  }

  // MARK: Policies

  @Test func `every policy on the page about policies is valid`() throws {
    let policies = try Self.blocks(of: "Documentation/policies.md")
      .filter { !$0.contains { $0.hasPrefix("audit ") } }
      .map { PolicyReading(policyFile: Array($0.joined(separator: "\n").utf8), file: "page") }
    #expect(policies.allSatisfy { $0.problems.isEmpty }, "\(policies.map(\.problems))")
    #expect(policies.map { $0.policies.map(\.name) }.dropFirst() == [["either", "directory"]])
    #expect(policies.map { $0.policies.flatMap(\.alternatives).count } == [1, 3])
  }
}
