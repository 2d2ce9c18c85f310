import Diagnostics
import Foundation
import Metrics
import PasswordPolicies
import Reports
import TestSupport
import Testing

/// Parses a page as XML, since pages are both HTML and XML.
func tree(_ report: PageReport) throws -> PageTree {
  try #require(PageTree.parse(Page(try report.make()).serialized()), "not well-formed")
}

@Suite struct PageTests {
  /// Reports of all kinds that have their own sections.
  static let reports: [PageReport] = [
    PageReport(), PageReport(times: 1000), PageReport(times: 60), PageReport(names: ["one"]),
    PageReport(names: []),
    PageReport(hasStrength: false), PageReport(hasDistinct: false, hasSpace: false),
    PageReport(complete: false, weights: .none), PageReport(names: (1...12).map { "p\($0)" }),
    PageReport(names: (1...40).map { "p\($0)" }, times: 1000), PageReport(isEmpty: true),
    PageReport(names: [], hasStrength: false, isEmpty: true),
    PageReport(names: (1...12).map { "p\($0)" }, isEmpty: true),
  ]

  @Test(arguments: [false, true], [false, true])
  func `the caveat on random strings stands where strings are counted`(
    hasDistinct: Bool, hasSpace: Bool
  ) throws {
    let page = try tree(PageReport(hasDistinct: hasDistinct, hasSpace: hasSpace))
    let caveats = try #require(page.element("method")).all("li").map(\.text)
    #expect(caveats.contains(Caveat.population.sentence))
    #expect(caveats.contains(Caveat.strings.sentence) == hasSpace)
  }

  /// The pages of the reports, each made once for all tests.
  private static let pages = reports.map { report in
    Result { Page(try report.make()).serialized() }
  }

  /// Parses the page of one of the reports.
  private func page(_ number: Int) throws -> PageTree {
    try #require(PageTree.parse(Self.pages[number].get()), "not well-formed")
  }

  @Test(arguments: reports.indices)
  func `every page is one file that runs nothing and loads nothing`(number: Int) throws {
    let bytes = try Self.pages[number].get()
    let tree = try #require(PageTree.parse(bytes), "not well-formed")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    for forbidden in ["<script", "http:", "https:", "javascript", "<img", "@import", " on"] {
      let isAllowed = forbidden == " on"
      #expect(isAllowed || !text.contains(forbidden), "\(forbidden)")
    }
    let csp = tree.all("meta").filter { $0.attributes["http-equiv"] == "Content-Security-Policy" }
    #expect(
      csp.map { $0.attributes["content"] } == ["default-src 'none'; style-src 'unsafe-inline'"])
    for element in tree.elements {
      #expect(!element.attributes.keys.contains { $0.hasPrefix("on") || $0 == "src" })
      for name in ["href", "fill"] {
        guard let value = element.attributes[name] else { continue }
        #expect(!value.contains(":"))
      }
    }
    for style in tree.all("style") { #expect(!style.text.contains("url(")) }
  }

  @Test(arguments: reports.indices)
  func `ids are unique and every reference has its place`(number: Int) throws {
    let tree = try page(number)
    let all = tree.elements.compactMap { $0.attributes["id"] }
    let ids = Set(all)
    #expect(ids.count == all.count)
    for element in tree.elements {
      var references = element.attributes["aria-labelledby"]?.split(separator: " ").map(String.init)
      if let link = element.attributes["href"] {
        #expect(link.hasPrefix("#"))
        references = (references ?? []) + [String(link.dropFirst())]
      }
      if let fill = element.attributes["fill"], fill.hasPrefix("url(#") {
        references = (references ?? []) + [String(fill.dropFirst(5).dropLast())]
      }
      for reference in references ?? [] { #expect(ids.contains(reference), "\(reference)") }
    }
  }

  @Test(arguments: reports.indices)
  func `every figure has a title, a description and a row for each mark`(number: Int) throws {
    let tree = try page(number)
    let figures = tree.all("figure")
    #expect(2 * figures.count == tree.all("svg").count)
    for figure in figures {
      let pictures = figure.all("svg")
      #expect(pictures.map { $0.attributes["class"] } == ["wd", "ph"])
      let svg = try #require(pictures.first)
      #expect(svg.attributes["role"] == "img")
      #expect(svg.content.first?.name == "title" && svg.content.first?.text.isEmpty == false)
      #expect((svg.all("desc").first?.text.count ?? 0) > 10)
      let rows = figure.all("tbody").flatMap { $0.all("tr") }
      #expect(figure.all("figcaption").count == 1)
      for picture in pictures {
        let marks = picture.all("g")
        #expect(marks.count == rows.count && !rows.isEmpty, "\(svg.content.first?.text ?? "")")
        // Shapes stay within their box.
        let box =
          picture.attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
        #expect(box.count == 4 && box[2] == (picture.attributes["class"] == "ph" ? 328 : 640))
        for bar in picture.all("path").compactMap(Self.bar) where box.count == 4 {
          #expect(bar.x >= 0 && bar.x + bar.width <= box[2] + 0.01)
          #expect(bar.y >= 0 && bar.y + bar.height <= box[3] + 0.01)
          #expect(bar.width > 0 && bar.height > 0)
        }
      }
    }
  }

  /// The rectangle that a path draws; nil for other paths.
  private static func bar(
    _ path: PageTree
  ) -> (x: Double, y: Double, width: Double, height: Double)? {
    let shape = #/M([\d.-]+) ([\d.-]+)v([\d.-]+)h([\d.-]+)V([\d.-]+)z/#
    guard let match = path.attributes["d"]?.wholeMatch(of: shape), match.2 == match.5,
      let x = Double(match.1), let y = Double(match.2), let height = Double(match.3),
      let width = Double(match.4)
    else { return nil }
    return (x, y, width, height)
  }

  @Test(arguments: reports.indices)
  func `no box is a tab stop by itself, whether it scrolls or not`(number: Int) throws {
    #expect(try page(number).elements.allSatisfy { $0.attributes["tabindex"] == nil })
  }

  // Without keyspaces: their costs by rule take a debug build minutes, and their figure has 12 kB.
  @Test func `ten policies of twelve rules take less than 400 kB`() throws {
    var report = PageReport(
      names: (1...10).map { "a policy of its own, number \($0)" }, hasSpace: false)
    report.rules = (0..<10).map { number in
      let special = ["[-_.@]", "[!#$%&]", "special", "[.,;:?]"][number % 4]
      return """
        minlength: \(8 + number % 5); maxlength: \(20 + 4 * number); required: lower; \
        required: upper; required: digit; required: \(special); allowed: ascii-printable; \
        max-consecutive: \(2 + number % 2); min-classes: \(3 + number % 2); \
        at-least: \(1 + number % 2) digit; max-sequential: \(3 + number % 2); \
        min-score: \(2 + number % 2);
        """
    }
    var random = SeededGenerator(seed: 7)
    let alphabets = ["abcdefgh", "0123456789", "ABCDEFGH", "-_.@!#$%,;", "äß京"].map { Array($0) }
    report.words = [:]
    for _ in 0..<1500 {
      let kinds = alphabets.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      let length = Int.random(in: 1...8, using: &random) * Int.random(in: 1...5, using: &random)
      let letters = kinds.joined().shuffled(using: &random)
      let word = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      report.words[word] = min(4, length * kinds.count / 8)
    }
    let bytes = Page(try report.make()).serialized()
    let tree = try #require(PageTree.parse(bytes), "not well-formed")
    // All figures are present, with full histograms.
    #expect(tree.all("figure").count == 28)
    #expect(tree.all("figure").flatMap { $0.all("tr") }.count > 380)
    #expect(bytes.count < 400_000, "\(bytes.count)")
  }

  @Test(arguments: reports.indices)
  func `headings go down by one, tables have captions and scopes`(number: Int) throws {
    let tree = try page(number)
    let levels = tree.elements.compactMap { element in
      element.name.count == 2 && element.name.first == "h" ? Int(element.name.dropFirst()) : nil
    }
    #expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1)
    for (before, after) in zip(levels, levels.dropFirst()) { #expect(after <= before + 1) }
    #expect(tree.all("main").count == 1)
    for table in tree.all("table") {
      #expect(table.all("caption").first?.text.isEmpty == false)
      for cell in table.all("th") { #expect(cell.attributes["scope"] != nil) }
      let widths = Set(table.all("tr").map { $0.all("th").count + $0.all("td").count })
      #expect(widths.count == 1)
    }
  }

  @Test func `the same report gives the same bytes`() throws {
    let report = PageReport()
    #expect(Page(try report.make()).serialized() == Page(try report.make()).serialized())
  }

  @Test func `sections follow a reader's questions`() throws {
    let sections = try tree(PageReport()).all("section").compactMap { $0.attributes["id"] }
    // What is refused, why, what is guessed, how sure that is, what is not covered.
    let questions = ["complies", "refuses", "guessing", "sure", "method"]
    #expect(sections.filter(questions.contains) == questions)
    #expect(sections.last == "provenance")
  }

  @Test func `sections without data are left out and named`() throws {
    let text = try tree(PageReport(hasStrength: false, hasDistinct: false, hasSpace: false)).text
    #expect(
      text.contains(
        "strength and guesses (--strength); distinct passwords and guessing (--distinct); random "
          + "strings (--space)"))
    #expect(!text.contains("Random strings of"))
  }

  @Test func `the page states missing data before any number`() throws {
    let page = try tree(PageReport(complete: false, weights: .none))
    let banner = try #require(page.all("div").first { $0.attributes["role"] == "note" })
    #expect(banner.text.contains("Incomplete: not everything"))
    // A caveat about some numbers stands at these, not above the result.
    #expect(!banner.text.contains("users") && !banner.text.contains("epetition"))
    #expect(
      page.text.contains(
        "Repetitions may be other people, or the same one twice (--weights says which)."))
    #expect(try tree(PageReport()).all("div").allSatisfy { $0.attributes["role"] != "note" })
  }

  @Test func `an empty list is not complete, and has no share of its nothing`() throws {
    let page = try tree(PageReport(isEmpty: true))
    let banner = try #require(page.all("div").first { $0.attributes["role"] == "note" })
    #expect(
      banner.text == "Empty: no password was read, so nothing is known about the policies.\n")
    #expect(page.text.contains("Password audit · list · EMPTY · audit 1"))
    #expect(!page.text.contains("% of 0 passwords") && !page.text.contains("0.0 %"))
    #expect(page.all("figure").isEmpty)
  }

  @Test func `shares of few compliant passwords have their number, or are too few`() throws {
    func key(_ times: UInt64) throws -> [[String]] {
      let page = try tree(PageReport(weights: .none, times: times))
      let table = try #require(page.all("table").first { $0.attributes["class"] == "key" })
      return table.all("tr").map(\.cells)
    }
    // 13 passwords are accepted by the second policy, 5 of which are easy.
    let (few, some, many) = (try key(1), try key(60), try key(100))
    #expect(few[0][3] == "zxcvbn's score 0–1" && few[0][5] == "on a block-list")
    #expect(few[0][7] == "guessed with ten")
    #expect(few[2][3...5] == ["too few", "too few", "too few"] && few[2][7] == "–")
    #expect(some[2][3] == "38.5 % of 780" && some[2][7] == "–")
    #expect(many[2][3] == "38.5 %" && many[2][7] == "100.0 %")
  }

  @Test func `what is easy follows the cuts of the scores`() throws {
    #expect(try tree(PageReport(times: 1000)).text.contains("less than 10⁶ guesses"))
    var report = PageReport(times: 1000)
    report.easyGuesses = 1e10
    let text = try tree(report).text
    #expect(text.contains("need less than 10¹⁰ guesses (score 0 or 1)"))
    #expect(text.contains("zxcvbn's score 0 or 1 means less than 10¹⁰ guesses by zxcvbn alone."))
    #expect(!text.contains("million") && !text.contains("10⁶ guesses"))
    report.easyGuesses = 2_500_000
    #expect(try tree(report).text.contains("less than 2,500,000 guesses"))
  }

  @Test func `provenance states the settings, as audit.json has them`() throws {
    let page = try tree(PageReport())
    let lists = page.all("dl").filter { $0.all("dt").map(\.text) == ["length"] }
    #expect(lists.map { $0.all("dd").map(\.text) } == [["code points"]])
    let heads = page.all("h2").map(\.text) + page.all("h3").map(\.text)
    #expect(heads.contains("Provenance") && heads.contains("Settings"))
    #expect(!heads.contains("Readings chosen") && !page.text.contains("made again by"))
  }

  @Test func `many policies have tables by what they refuse, and charts of the best`() throws {
    var report = PageReport(names: (1...40).map { "policy \($0)" }, times: 1000)
    report.statesRules = true
    let page = try tree(report)
    // Links come first, then sentences and the map.
    let places = ["nav", "h2", "table"].map { name in
      page.elements.firstIndex { $0.name == name } ?? -1
    }
    #expect(places == places.sorted())
    #expect(page.all("h2").first?.text == "Best trade-offs")
    // Policies with the same rules are one row, and each has a link.
    let tables = page.all("table").filter { $0.attributes["class"] == "decide w" }
    let captions = tables.map { $0.all("caption").first?.text ?? "" }
    #expect(
      captions == [
        "The best trade-offs: no other policy both refuses less and leaves less to guess",
        "Policies with 30–40 % refused",
        "Policies with 90–100 % refused",
      ])
    let rows = tables.dropFirst().flatMap { $0.all("tbody").flatMap { $0.all("tr") } }
    #expect(rows.count == 3)
    #expect(rows[0].all("th").first?.content.first?.text == "policy 2 and 12 more")
    let index = try #require(page.all("nav").first { $0.attributes["class"] == "index" })
    #expect(index.all("a").count == 40)
    let rowIDs = Set(rows.compactMap { $0.attributes["id"].map { "#\($0)" } })
    #expect(Set(index.all("a").compactMap { $0.attributes["href"] }) == rowIDs)
    let map = try Picture(page, "f0")
    #expect(map.title == "None of 13 compared policies beats another")
    let charted = try Picture(page, "f1").table.dropFirst().map { $0[0] }
    #expect(charted == ["policy 2"])
  }

  @Test(arguments: [
    "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{202E}txt.exe",
    "two\nlines\u{7}", "</style></svg>", "]]>&amp;'", String(repeating: "long ", count: 2000),
  ])
  func `hostile names are text in the page`(name: String) throws {
    let report = PageReport(names: [name, "plain"], dataset: name, file: name)
    let bytes = Page(try report.make()).serialized()
    let tree = try #require(PageTree.parse(bytes), "not well-formed")
    #expect(tree.all("script").isEmpty && tree.all("img").isEmpty)
    // As many elements as for a harmless name, except the full texts of clipped labels.
    func count(_ tree: PageTree) -> Int { tree.elements.count { $0.name != "title" } }
    let plain = try ReportsTests.tree(PageReport(names: ["n", "plain"], dataset: "n", file: "n"))
    let isLong = name.count > 25
    #expect(isLong || count(tree) == count(plain))
    let controls = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    #expect(controls.isEmpty)
    #expect(bytes.count < 600_000)
    // The list of policies shows the full name.
    let terms = tree.all("dt").map(\.text)
    #expect(terms.contains { $0.count >= min(name.count, 20) })
  }
}
