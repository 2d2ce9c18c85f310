import Foundation
import PasswordRules
import Reporting
import TestSupport
import Testing

/// The command on a page that makes the page again.
@Suite struct EquivalentCommandTests {
  private func command(_ report: PageReport) throws -> String {
    let page = Page(try report.make()).serialized()
    let tree = try #require(PageTree.parse(page), "not well-formed")
    let list = try #require(tree.all("dl").first { $0.text.contains("made again by") })
    let terms = list.content.filter { !$0.name.isEmpty }
    let place = try #require(terms.firstIndex { $0.text == "made again by" })
    return terms[place + 1].text
  }

  @Test func `the page names a command with its policies, options and lists as given`() throws {
    #expect(
      try command(PageReport(file: "a list.gz"))
        == "audit --rules 'a list.gz' --strength meter --space --distinct --weights accounts "
        + "'a list.gz'")
    #expect(
      try command(PageReport(file: "list.gz", hasDistinct: false, hasSpace: false))
        .hasSuffix(" list.gz"))
  }

  @Test(
    arguments: [
      (.none, "--strength none"), (.meter, "--strength meter"),
      (.zxcvbn(referenceYear: 1999), "--reference-year 1999"),
    ] as [(ReportSettings.Estimate, String)])
  func `settings become options`(estimate: ReportSettings.Estimate, options: String) throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.settings = ReportSettings(estimate)
    #expect(try command(report) == "audit --rules list.gz \(options) list.gz")
    report.settings = ReportSettings(estimate, maxConsecutive: .repeatsAndSequences)
    #expect(
      try command(report)
        == "audit --rules list.gz \(options) --max-consecutive repeats-and-sequences list.gz")
  }

  @Test func `layouts, lists, comparisons, cuts and rates are named`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.settings.layout = ["--layout", "user:password", "--separator", ";"]
    report.settings.blocklists = ["../lists/refused list", "b"]
    report.settings.comparisons = ["exact", "leet"]
    report.settings.scoreCuts = [1000, 1e6, 2.5e9, 1e20]
    report.settings.rates = ["1e6/d"]
    report.settings.separatesLists = true
    report.settings.isHead = true
    #expect(
      try command(report)
        == "audit --rules list.gz --strength meter --score-cuts 1000,1000000,2500000000,1e+20 "
        + "--rate 1e6/d --blocklist '../lists/refused list' --blocklist b --blocklist-match exact "
        + "--blocklist-match leet --head-only --by-list --layout user:password --separator ';' "
        + "list.gz")
    report.settings = ReportSettings(.meter)
    report.settings.blocklists = nil
    #expect(
      try command(report) == "audit --rules list.gz --strength meter --no-blocklist list.gz")
  }

  @Test func `policies are named by file, preset and site, or by their text`() throws {
    var report = PageReport(names: ["one", "a.example", "a.example-2", "two", "b", "b"])
    report.sources = [
      .file("policies.txt"), .site("a.example", file: "q.json"),
      .site("a.example", file: "other.json"), .file("policies.txt"), .preset("b"), .typed,
    ]
    #expect(
      try command(report).hasPrefix(
        "audit --rules policies.txt --rules q.json --rules other.json --preset b "
          + "--rules 'minlength: 6;' --only a.example --strength"))
  }

  @Test func `a file that merely ends in a bracket is a file`() throws {
    let report = PageReport(names: ["1"], sources: [.file("list[1]")])
    #expect(try command(report).hasPrefix("audit --rules 'list[1]' --strength"))
  }

  @Test(arguments: [20, 21])
  func `twenty sites are named, more are all of Apple's file`(count: Int) throws {
    let names = (1...count).map { "s\($0).example" }
    let command = try command(
      PageReport(names: names, sources: names.map { .site($0, file: "q.json") }))
    let sites = count > 20 ? "" : names.map { "--only \($0) " }.joined()
    #expect(command.hasPrefix("audit --rules q.json \(sites)--strength"))
  }

  @Test func `a name that a shell would run is quoted`() throws {
    let command = try command(PageReport(file: "$(rm -r x)'; rm y"))
    #expect(command.hasSuffix(#" '$(rm -r x)'\''; rm y'"#))
  }
}
