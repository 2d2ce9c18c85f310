import Auditing
import Blocklists
@_spi(Internal) import Bytes
import Diagnostics
import Foundation
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Files of guess numbers: what their lines say, and where the numbers go.
@Suite struct BroughtGuessesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The sources of files, each `NAME=FILE` with its text.
  private func sources(
    _ files: [(name: String, text: String)], isInOrder: Bool = false, _ listener: Listener
  ) throws -> [BroughtGuesses] {
    let named = try files.enumerated().map { number, file in
      GuessFile(
        "\(file.name)=\(try directory.file("\(number).txt", file.text))", isInOrder: isInOrder)
    }
    return try BroughtGuesses.sources(named, tell: listener.tell)
  }

  private func number(_ source: BroughtGuesses, _ password: String) -> Double? {
    let bytes = Array(password.utf8)
    return source.guesses(bytes.raw)
  }

  @Test(
    arguments: [
      (
        "password\tguesses\nabc\t5\nx\ty\t7\nabc\t3\nabc\t4\nlost\t-5\nzero\t0\n$HEX[0a]\t9\n",
        false,
        ["abc": 3, "x\ty": 7, "lost": .infinity, "zero": 1, "\n": 9]
      ),
      ("pw\tStrength\na\t2", false, ["a": 2]),
      (
        "password\tlog10\na\t0\nb\t2\nc\t2.3\nd\t0.5\n", false,
        ["a": 1, "b": 100, "c": 199.5262315, "d": 3.16227766]
      ),
      ("1\tu\tpass\ta\tb\t42\tz\n1\tu\tpa\tss\ta\tb\t43\tz\n", false, ["pass": 42, "pa\tss": 43]),
      ("password\tguesses\nb\na\nb\n", true, ["password\tguesses": 1, "b": 2, "a": 3]),
    ] as [(String, Bool, [String: Double])])
  func `a file says of each password its least number`(
    text: String, isInOrder: Bool, numbers: [String: Double]
  ) throws {
    let listener = Listener()
    let found = try sources([("x", text)], isInOrder: isInOrder, listener)[0]
    #expect(found.count == numbers.count && listener.told.isEmpty)
    #expect(found.label == "guesses:x" && found.files.count == 1)
    for (password, number) in numbers {
      let guesses = try #require(self.number(found, password), "\(password)")
      #expect(guesses == number || abs(guesses / number - 1) < 1e-9, "\(password)")
    }
    #expect(self.number(found, "other") == nil)
  }

  @Test(arguments: [
    ("password,guesses\na,1\n", "first line does not say"),
    ("password\tguesses\n", "no line states"),
    ("password\tlog10\na\t-1\n", "no line states"),
    ("password\tguesses\na\tnan\n", "no line states"),
  ])
  func `a file without numbers is refused`(text: String, message: String) {
    let listener = Listener()
    #expect(throws: ProblemsTold.self) { try sources([("x", text)], listener) }
    #expect(listener.told.count == 1 && listener.told[0].contains(message))
  }

  @Test func `lines without a number are left out and told`() throws {
    let listener = Listener()
    let found = try sources([("x", "p\tguesses\na\t1\nb\tx\nc\nd\t4\n")], listener)[0]
    #expect(found.count == 2 && found.files.map(\.entries) == [2])
    #expect(listener.told.count == 1)
    #expect(listener.told[0].contains("which are left out: 2, the first is line 3"))
  }

  @Test(.firstFailureOnly, arguments: [UInt64](1...3))
  func `files of one source have the least of their numbers`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var least: [String: [String: Double]] = [:]
    let files = (0..<4).map { _ in
      let name = ["b", "a"].randomElement(using: &random) ?? "a"
      let lines = (0..<300).map { _ in
        let (password, number) = (
          "p\(Int.random(in: 0..<400, using: &random))", Int.random(in: 1...999, using: &random)
        )
        least[name, default: [:]][password] = min(
          least[name]?[password] ?? .infinity, Double(number))
        return "\(password)\t\(number)\n"
      }
      return (name, "password\tguesses\n" + lines.joined())
    }
    let found = try sources(files, Listener())
    var names: [String] = []
    for file in files where !names.contains(file.0) { names.append(file.0) }
    #expect(found.map(\.source) == names)
    for source in found {
      #expect(source.count == least[source.source]?.count)
      for number in 0..<400 {
        let password = "p\(number)"
        #expect(
          self.number(source, password) == least[source.source]?[password],
          "seed \(seed): \(password)")
      }
    }
  }

  @Test func `a file is of the source that is named, or of its own name`() throws {
    let path = try directory.file("sub/look=up.tsv", "password\tguesses\na\t1\n")
    for (text, source) in [(path, "look_up"), ("p.c-f_1=\(path)", "p.c-f_1")] {
      let found = try BroughtGuesses.sources([GuessFile(text)], tell: Listener().tell)
      #expect(found.map(\.source) == [source])
    }
    let listener = Listener()
    let many = (0...Fact.brought.count).map { GuessFile("s\($0)=\(path)") }
    #expect(throws: ProblemsTold.self) { try BroughtGuesses.sources(many, tell: listener.tell) }
    #expect(listener.told.count == 1)
    #expect(
      try BroughtGuesses.sources(many.dropLast(), tell: Listener().tell).count == many.count - 1)
  }

  @Test func `a password's facts are half decades, and budgets that are too small`() throws {
    let numbers = [1, 3.1, 3.2, 9.9, 10, 1000, 1001, 1e22, 1e40, .infinity]
    let lines = numbers.enumerated().map { "p\($0)\t\($1 == .infinity ? -1 : $1)\n" }
    var strength = StrengthSettings(referenceYear: 2026)
    strength.guesses = try sources(
      [("x", "password\tguesses\n" + lines.joined()), ("y", "password\tguesses\np0\t10\n")],
      Listener())
    var demand = FactDemand()
    (demand.brought, demand.guessBudgets) = (2, [10, 1000])
    let criteria = Criteria(
      schema: try Schema(for: demand), blocklists: try BlocklistSet([]), strength: strength)
    let judge = PasswordJudge(criteria)
    var judged = JudgedPasswords(criteria)
    func profile(_ password: String) -> Profile {
      let number = judged.number(of: judge.judge(Array(password.utf8)))
      return judged.profile(of: number)
    }
    let found = numbers.indices.map { profile("p\($0)") }
    #expect(found.map { $0[.broughtBin] } == [0, 0, 1, 1, 2, 6, 6, 44, 61, 62])
    #expect(found.map { $0[.broughtBudgetsTooSmall] } == [0, 0, 0, 0, 0, 1, 2, 2, 2, 2])
    #expect(found.map { $0[.brought2Bin] } == [2] + Array(repeating: 63, count: 9))
    #expect(found.map { $0[.brought2BudgetsTooSmall] } == [0] + Array(repeating: 2, count: 9))
    let other = profile("other")
    #expect(other[.broughtBin] == 63 && other[.broughtBudgetsTooSmall] == 2)
  }
}
