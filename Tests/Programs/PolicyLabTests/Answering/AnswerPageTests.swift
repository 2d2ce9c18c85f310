import Foundation
import Jobs
import PasswordPolicies
import PolicyLab
import TestSupport
import Testing

/// What the page says of two policies and more: each number with its policy, list and sign.
@Suite struct AnswerPageTests {
  /// Of the twelve passwords, eleven have eight characters and four have twelve.
  private static let (eight, twelve) = (
    "minlength: 8; allowed: unicode;", "minlength: 12; allowed: unicode;"
  )

  private func page(
    _ texts: [String], at index: Int = 1, tally: Int = 1, _ lab: Lab? = nil
  ) async throws -> PageTree {
    var question = Question(texts[0])
    for text in texts.dropFirst() { question.add(text) }
    question.turn(to: index - 1)
    question.tally = tally - 1
    return try #require(try await reply("", question.query, by: lab).tree)
  }

  /// The texts of the cards, each with its lines.
  private func cards(_ page: PageTree) -> [String] {
    (page.element("cards")?.content ?? []).filter { !$0.name.isEmpty }.map {
      $0.cells.joined(separator: " | ")
    }
  }

  private func tabs(_ page: PageTree) -> [String] {
    (page.element("tabs")?.all("button") ?? []).map {
      $0.text + ($0.attributes["aria-current"] == nil ? "" : " *")
    }
  }

  @Test func `cards are about the edited policy, with differences of the others from it`()
    async throws
  {
    let two = try await page([Self.eight, Self.twelve], at: 2)
    #expect(
      cards(two) == [
        "33.3 % | of 12 are accepted by policy 2 | 4 passwords | +58.3 percentage points for policy 1",
        "66.7 % | refused by at least 12 characters",
        "too few | are accepted to state shares of them",
        "78.84 bits | random, 12 characters",
      ])
    #expect(tabs(two) == ["policy 1  91.7 %", "policy 2  33.3 % *"])
    let first = try await page([Self.eight, Self.twelve, Self.eight])
    #expect(
      cards(first)[0]
        == "91.7 % | of 12 are accepted by policy 1 | 11 passwords | −58.3 percentage points for policy 2 | "
        + "±0.0 percentage points for policy 3")
    #expect(two.element("share")?.text == "33.3 % accepted")
  }

  @Test func `a text with an error leaves each other policy its own share`() async throws {
    let page = try await page([Self.eight, "what", Self.twelve], at: 3)
    #expect(tabs(page) == ["policy 1  91.7 %", "unread", "policy 3  33.3 % *"])
    #expect(
      cards(page)[0].hasPrefix("33.3 % | of 12 are accepted by policy 3 | 4 passwords | +58.3"))
    let before = try await self.page(["what", Self.twelve], at: 2)
    #expect(tabs(before) == ["unread", "policy 2  33.3 % *"])
    #expect(before.element("beside") == nil)
  }

  @Test func `two policies stand side by side, one does not`() async throws {
    #expect(try await page([Self.eight]).element("beside") == nil)
    let two = try await page([Self.eight, Self.twelve])
    let rows = try #require(two.element("beside")?.all("tbody").first).all("tr")
    // What no policy refuses, and what each refuses.
    #expect(rows.map { $0.all("strong").first?.text } == ["0 %", "8 %", "67 %"])
    #expect(two.element("complies")?.all("figure").count == 1)
  }

  @Test func `each of two tallies gives its own answer, also when asked in turn`() async throws {
    let lists = [SampleList.passwords, ["kurz", "kaffeesatz-", "zuckerwatte", "Mohn"]]
    let lab = try lab(of: lists.map { (try sampleRecording(of: $0), "x.tally") })
    for _ in 0..<2 {
      #expect(
        cards(try await page([Self.eight], lab))[0]
          == "91.7 % | of 12 are accepted by policy 1 | 11 passwords")
      #expect(
        cards(try await page([Self.eight], tally: 2, lab))[0]
          == "50.0 % | of 4 are accepted by policy 1 | 2 passwords")
    }
    // A number beyond them is the last one.
    #expect(cards(try await page([Self.eight], tally: 3, lab))[0].hasPrefix("50.0 % | of 4"))
    #expect(lab.tallies.map(\.entries) == [12, 4])
  }

  @Test func `texts to copy are the policy in each language`() async throws {
    let page = try await page([#"minlength: 3; required: [\"]; required: lower;"#])
    let texts = page.all("code").filter { $0.attributes["class"] == "copy" }.map(\.text)
    #expect(
      texts == [
        #"required: ["\]; required: lower; minlength: 3;"#,
        ##"passwordrules="required: [&quot;\]; required: lower; minlength: 3;""##,
        #"UITextInputPasswordRules(descriptor: "required: [\"\\]; required: lower; minlength: 3;")"#,
        "[policy 1]\n"
          + #"required: ["\]; required: lower; allowed: lower, ["\]; minlength: 3;"# + "\n",
      ])
    let names = page.all("dl").first { $0.attributes["class"] == "copies" }?.all("dt").map(\.text)
    #expect(
      names == [
        "For every reader of Apple's language", "HTML", "Swift", "Canonical",
        "This question, to open it again",
      ])
  }

  @Test func `a typed password breaks all rules of the edited policy, four of the others`()
    async throws
  {
    let six =
      "minlength: 9; required: upper; required: digit; required: special; min-classes: 4; "
      + "required: [-]; required: lower;"
    func broken(_ texts: [String], at index: Int) async throws -> [String] {
      let query = texts.map {
        "p=" + ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      }
      .joined(separator: "&")
      let reply = try await reply(
        "try", "\(query)&at=\(index)", method: "POST", body: "password=abc")
      let tried = try #require(reply.tree?.element("tried"))
      return tried.all("p").filter { ["yes", "no"].contains($0.attributes["class"]) }.map {
        "\($0.text.prefix { $0 != "✗" && $0 != "✓" })\($0.text.split(separator: ";").count)"
      }
    }
    #expect(try await broken([six, six], at: 1) == ["policy 1: 6", "policy 2: 4"])
    #expect(try await broken([six, six], at: 2) == ["policy 1: 4", "policy 2: 6"])
    // A text with an error is none of those that judge.
    #expect(try await broken(["what", six, six], at: 2) == ["policy 2: 6", "policy 3: 4"])
    #expect(try await broken([six, "what", six], at: 2) == ["policy 1: 4", "policy 3: 4"])
  }

  @Test func `JSON has the place of each problem, and the policy as understood`() async throws {
    func row(_ text: String) async throws -> [String: Any] {
      let answer = try await reply("answer.json", Question(text).query).object
      return try #require((answer?["policies"] as? [[String: Any]])?.first)
    }
    let faulty = try await row("minlength: 12;\n  minlenght: 9;")
    #expect((faulty["problems"] as? [String])?.first?.hasPrefix("2:3: ") == true)
    #expect(faulty["canonical"] == nil && faulty["name"] as? String == "unread")
    let row = try await row("allowed: ascii-printable; minlength: 12;")
    #expect(row["name"] as? String == "policy 1")
    #expect(row["text"] as? String == "allowed: ascii-printable; minlength: 12;")
    #expect((row["canonical"] as? String)?.contains("minlength: 12;") == true)
  }

  @Test(arguments: [
    ("minlength: 20;", 20), ("minlength: 14;", 14), ("maxlength: 6;", 6), ("minlength: 3;", 14),
  ])
  func `examples have fourteen characters, or the nearest length that is permitted`(
    text: String, length: Int
  ) async throws {
    let answer = await (try sampleLab()).answer(Question(text), examples: 3)
    #expect(answer.examples.map(\.count) == [length, length, length])
  }

  @Test func `the map shows where the edited policy stands, and moves with it`() async throws {
    let list = Array(repeating: SampleList.passwords, count: 200).flatMap { $0 }
    let lab = try lab(of: [(sampleRecording(of: list), "leak.tally")])
    for (index, title) in [(1, "policy 1"), (2, "policy 2")] {
      let page = try await page([Self.eight, "minlength: 10; allowed: unicode;"], at: index, lab)
      let map = try #require(page.element("map"))
      #expect(map.all("h2").map(\.text) == ["Where it stands"])
      let marks = map.all("svg")[0].all("circle").filter { $0.attributes["fill"] == "#b3541e" }
      #expect(marks.map { $0.all("title")[0].text.prefix(8) } == [title[...]])
      // A preset stands there to compare with, and is counted by nothing.
      let rows = map.all("tr").map(\.text).filter { $0.hasSuffix("a preset, to compare with") }
      #expect(rows == ["asvs-5-l141.7 %<1 %1,400a preset, to compare with"])
      #expect(map.all("strong")[0].text == "None of 2 policies beats another")
    }
  }
}
