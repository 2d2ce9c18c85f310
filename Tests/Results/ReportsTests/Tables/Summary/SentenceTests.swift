import Metrics
import Reports
import TestSupport
import Testing

/// The sentences of a report, in which numbers are bold.
@Suite struct SentenceTests {
  private func sentences(_ report: PageReport) throws -> [String] {
    MarkdownSummary(try report.make()).text.split(separator: "\n").map(String.init)
      .prefix { !$0.hasPrefix("|") }.filter { $0.hasPrefix("- ") }
  }

  private let rules = [
    "minlength: 6; required: digit; max-consecutive: 2; allowed: unicode;",
    "minlength: 8; allowed: unicode;",
    "minlength: 7; required: upper; required: special; allowed: ascii-printable;",
    "minlength: 4; allowed: unicode;", "minlength: 20; allowed: unicode;",
  ]

  @Test func `four policies are named, of five the mildest and the strictest`() throws {
    var report = PageReport(
      names: ["a", "b", "c", "d"], hasStrength: false, hasDistinct: false, hasSpace: false)
    report.rules = rules
    #expect(
      try sentences(report).first
        == "- **61.9 %** of **21** passwords are accepted by **a**, **61.9 %** by **b**, "
        + "**38.1 %** by **c** and **81.0 %** by **d**.")
    report.names.append("e")
    #expect(
      try sentences(report).first
        == "- Between **0.0 %** (**e**) and **81.0 %** (**d**) of **21** passwords are accepted, "
        + "depending on the policy.")
    report.names = ["a"]
    #expect(
      try sentences(report).first == "- **61.9 %** of **21** passwords are accepted by **a**.")
  }

  @Test func `every sentence names the policy and the base of its share`() throws {
    var report = PageReport(
      names: ["d", "c", "e"], weights: .accounts, times: 1000)
    report.rules = [rules[3], rules[2], rules[4]]
    let three = try sentences(report)
    #expect(
      three.joined(separator: "\n") == """
        - **81.0 %** of **21,000** passwords are accepted by **d**, **38.1 %** by **c** and **0.0 \
        %** by **e**.
        - By zxcvbn alone, between **0.0 %** (**c**) and **52.9 \
        %** (**d**) of the accepted need less than 10⁶ guesses (score 0 or 1); of all \
        passwords **61.9 %**. Left out: **1 policy** that accepts too few passwords.
        - Random passwords of 7 characters under **c** have **45.74 bits**, **0.24** less than \
        without rules; **an upper-case letter** costs most.
        - Repetitions are accounts (--weights accounts).
        """)
    report.names = ["c"]
    report.rules = [rules[2]]
    let one = try sentences(report)
    #expect(
      one.joined(separator: "\n") == """
        - **38.1 %** of **21,000** passwords are accepted by **c**.
        - The rule that refuses most is **a special character**: **61.9 %** of all passwords \
        break it, **0.0 %** break only this rule.
        - By zxcvbn alone, **0.0 %** of the accepted need less than 10⁶ guesses (score 0 or \
        1); of all passwords **61.9 %**.
        - Random passwords of 7 characters under **c** have **45.74 bits**, **0.24** less than \
        without rules; **an upper-case letter** costs most.
        - Repetitions are accounts (--weights accounts).
        """)
  }

  @Test func `what guesses find of other accounts is told with its base`() throws {
    var report = PageReport(
      names: ["long", "all"], hasStrength: false, hasSpace: false, weights: .accounts)
    report.rules = ["minlength: 8; allowed: unicode;", "minlength: 1; allowed: unicode;"]
    report.takeThirtyPasswords()
    func points(_ report: PageReport) throws -> [String] {
      let page = try tree(report)
      let section = try #require(page.element("guessing"))
      return (section.all("li") + section.all("p")).map(\.text)
    }
    let told = try points(report)
    #expect(
      told.contains(
        "all: with ten guesses the best attacker finds 48.2–54.7 % of the accepted accounts, and nobody more; 99 % sure"
      ))
    #expect(
      told.contains(
        "long: with ten guesses the best attacker finds 56.2–63.5 % of the accepted accounts, and nobody more; 99 % sure"
      ))
    #expect(told.contains { $0.hasPrefix("10 guesses: ") })
    #expect(
      told.contains(
        "With 3,645 accounts nothing within a factor of two can be said beyond 20 guesses."))
    report.weights = .none
    let silent = try points(report)
    #expect(!silent.contains { $0.contains("and nobody more;") || $0.hasPrefix("10 guesses: ") })
    #expect(silent.contains { $0.contains("nothing is said: its repetitions are not known") })
  }

  @Test(arguments: [(99, 0), (100, 1), (101, 1)])
  func `easy passwords are stated of a hundred`(times: UInt64, count: Int) throws {
    var report = PageReport(names: ["one"], hasDistinct: false, hasSpace: false)
    report.rules = ["minlength: 1; allowed: unicode;"]
    report.words = ["abc": 1, "x": 4]
    report.counts = ["abc": times - 1, "x": 1]
    #expect(try sentences(report).count { $0.contains("By zxcvbn alone, ") } == count)
  }

  @Test func `shares that round to nothing or to all say so`() throws {
    func complying(_ kept: UInt64, of all: UInt64) throws -> String? {
      var report = PageReport(
        names: ["p"], hasStrength: false, hasDistinct: false, hasSpace: false)
      report.rules = ["minlength: 3; allowed: unicode;"]
      report.words = kept == 0 ? ["ab": 0] : ["abc": 0, "ab": 0]
      report.counts = ["abc": kept, "ab": all - kept]
      let sentence = try sentences(report).first
      return sentence.map { String($0.dropFirst(4).prefix { $0 != "*" }) }
    }
    #expect(try complying(0, of: 1) == "0.0 %")
    #expect(try complying(4, of: 10_000) == "<0.1 %")
    #expect(try complying(5, of: 10_000) == "0.1 %")
    #expect(try complying(9994, of: 10_000) == "99.9 %")
    #expect(try complying(9995, of: 10_000) == ">99.9 %")
    #expect(try complying(9999, of: 10_000) == ">99.9 %")
  }
}
