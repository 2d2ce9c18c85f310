import Foundation
import Jobs
import PasswordPolicies
import PolicyLab
import Reports
import TestSupport
import Testing

@Suite struct RoutesTests {
  @Test func `every route answers, and nothing else does`() async throws {
    let routes = sampleRoutes(try sampleLab())
    for route in ["", "numbers", "answer", "answer.json", "report.html", "lab.css", "lab.js"] {
      let reply = await routes.reply(to: LabRequest(route))
      #expect(reply.status == .ok, "\(route)")
      #expect(!reply.body.isEmpty, "\(route)")
    }
    for route in ["x", "answer/", "../", "lab.js/..", "index.html", "favicon.ico", "try/x"] {
      #expect(await routes.reply(to: LabRequest(route)).status == .notFound, "\(route)")
    }
    #expect(await routes.reply(to: LabRequest("try")).status == .methodNotAllowed)
    for route in ["", "numbers", "answer", "generate", "report.html"] {
      let reply = await routes.reply(to: LabRequest(route, method: "POST"))
      #expect(reply.status == .methodNotAllowed, "\(route)")
    }
  }

  @Test(arguments: [
    "", "p=", "p=minlength%3A+8%3B&p=minlenght%3A+9%3B&at=2", "p=what%3A%3A%3A",
    "p=%5Ba%5D%0Aminlength%3A8%0Aor%0Aminlength%3A9", "p=allowed%3A+unicode%3B&p=&p=&p=&at=4",
    "find=nonsense&do=use&p=", "p=minlength%3A+9%3B+maxlength%3A+5%3B",
  ])
  func `every page is well-formed, has one main, and its ids are unique`(query: String) async throws
  {
    let reply = try await reply("", query)
    #expect(reply.status == .ok)
    let tree = try #require(reply.tree)
    let ids = tree.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count, "\(ids.sorted())")
    #expect(tree.all("main").count == 1)
    #expect(tree.all("h1").count == 1)
    #expect(tree.all("script").count == 1)
    for label in tree.elements.compactMap({ $0.attributes["for"] }) {
      #expect(ids.contains(label))
    }
  }

  @Test func `the page loads nothing from elsewhere`() async throws {
    let text = try await reply("").text
    #expect(!text.contains("http://"))
    #expect(!text.contains("https://"))
    #expect(!text.contains("//"))
  }

  @Test(arguments: [
    "</textarea><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "[</title><script>x</script>]\nminlength: 8;", "[\u{202E}drowssap]\nminlength: 8;",
    "\n\nminlength: 8;\n", "minlength: 8; &amp; &lt;", "[a'b\"c&d]\nminlength: 8;",
    "minlength: 8;\u{0}\u{1B}[31m",
  ])
  func `a hostile text stays text and comes back as it was`(text: String) async throws {
    let question = Question(text)
    let reply = try await reply("", question.query)
    let tree = try #require(reply.tree)
    #expect(tree.all("script").count == 1)
    #expect(tree.all("img").isEmpty)
    let field = try #require(tree.element("text"))
    let printable = text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\n" }
    #expect(field.text.dropFirst() == String(String.UnicodeScalarView(printable))[...])
  }

  @Test(arguments: [[], ["--threads", "2"], ["--threads", "2", "--blocklist", "b c.txt"]])
  func `commands that open and report a question have the lab's options`(options: [String])
    async throws
  {
    let lab = try lab(of: [(try sampleRecording(), "leak.tally")], options: options)
    let words = options.map { $0.contains(" ") ? "'\($0)'" : $0 }
    let tree = try #require(try await reply("", "p=minlength%3A+8%3B", by: lab).tree)
    let opening = (["audit lab leak.tally"] + words + ["--open "]).joined(separator: " ")
    #expect(tree.element("question")?.text.hasPrefix(opening) == true)
    let report = try #require(try await reply("report.html", "p=minlength%3A+8%3B", by: lab).tree)
    // A report takes the blocklists alone.
    let lists = words.drop { $0 != "--blocklist" }
    let reporting = (["minlength: 8;'"] + lists + ["leak.tally"]).joined(separator: " ")
    #expect(report.text.contains(reporting), "\(reporting)")
  }

  @Test func `a page without a policy asks the chosen tally`() async throws {
    let few = try sampleRecording(of: ["zuckerwatte", "kurz", "password"])
    let lab = try lab(of: [(try sampleRecording(), "one.tally"), (few, "two.tally")])
    for (query, number, count) in [
      ("", "1", 12), ("tally=1", "1", 12), ("tally=2", "2", 3),
    ] {
      let tree = try #require(try await reply("", query, by: lab).tree)
      let chosen = tree.all("option").filter { $0.attributes["selected"] != nil }
      #expect(chosen.map { $0.attributes["value"] } == [number], "\(query)")
      let text = try #require(tree.element("answer")).text
      #expect(text.contains("of \(count) are accepted by"), "\(query)")
    }
  }

  @Test func `controls lead to an address with their values`() async throws {
    let reply = try await reply(
      "", "p=minlength%3A+8%3B&at=1&by=controls&least=12&may=ascii&need=digit&most=")
    #expect(reply.status == .seeOther)
    let location = try #require(reply.headers["Location"])
    #expect(location.hasPrefix("./?p="))
    let text = Question(query: String(location.dropFirst(3))).text
    let policy = try #require(EditedPolicy(text, number: 1, PolicySettings()).policy)
    #expect(policy.alternatives[0].minLength == 12)
    #expect(policy.alternatives[0].required == [.digit])
    #expect(policy.alternatives[0].permitted == .asciiPrintable)
  }

  @Test func `buttons take, compare, copy and drop presets`() async throws {
    func texts(_ query: String) async throws -> [String] {
      let location = try #require(try await reply("", query).headers["Location"])
      return Question(query: String(location.dropFirst(3))).texts
    }
    let preset = Preset.all[0]
    #expect(try await texts("p=a&do=use&find=\(preset.id)") == [preset.text])
    #expect(try await texts("p=a&do=use&find=%20\(preset.id.uppercased())%20") == [preset.text])
    #expect(try await texts("p=a&do=compare&find=\(preset.id)") == ["a", preset.text])
    #expect(try await texts("p=a&do=copy") == ["a", "a"])
    #expect(try await texts("p=a&p=b&at=2&do=drop") == ["a"])
    let search = try await reply("", "p=a&do=use&find=nist")
    #expect(search.text.contains("Which of these?"))
    #expect(try await reply("", "p=a&do=use&find=xyzzy").text.contains("No policy is called"))
  }

  @Test func `policies are held against the standards that are chosen, or the usual ones`()
    async throws
  {
    func shown(_ query: String) async throws -> (rows: [String], checked: [String]) {
      let tree = try #require(try await reply("", query).tree)
      let section = try #require(tree.element("standards"))
      let boxes = tree.all("input").filter { $0.attributes["name"] == "against" }
      #expect(boxes.count == Standard.all.count)
      return (
        section.all("tbody")[0].all("th").map(\.text),
        boxes.filter { $0.attributes["checked"] != nil }.compactMap { $0.attributes["value"] }
      )
    }
    let (first, third) = (Standard.all[0], Standard.all[2])
    let all = try await shown("p=minlength%3A+8%3B")
    #expect(all.rows == StandardsOverview.usual.map(\.name) && all.checked == [])
    // Of the chosen ones each clause has a row.
    let chosen =
      "p=minlength%3A+8%3B&against=\(third.id)&against=\(first.id)&against=nonsense&against=%3Cb%3E"
    let two = try await shown(chosen)
    #expect(two.checked == [first.id, third.id])
    #expect(two.rows == ["Binding clauses"] + first.clauses.map(\.says))
    let captions = try #require(try await reply("", chosen).tree?.element("standards"))
      .all("caption").map(\.text)
    let tables = captions.filter { $0.hasSuffix("read \(first.read))") }
    #expect(tables.map { $0.prefix { $0 != "(" } } == ["\(first.name) ", "\(third.name) "])
    // The chosen standards stay when the user edits a copy.
    let location = try #require(
      try await reply("", "p=a&against=\(third.id)&do=copy").headers["Location"])
    #expect(Question(query: String(location.dropFirst(3))).standards == [third.id])
  }

  @Test func `a part that is exchanged is the same as in the whole page`() async throws {
    let routes = sampleRoutes(try sampleLab())
    let query = "p=minlength%3A+9%3B+maxlength%3A+5%3B"
    func answer(_ route: String) async -> String? {
      await routes.reply(to: LabRequest(route, query)).tree?.element("answer")?.text
    }
    let (page, part) = (await answer(""), await answer("answer"))
    #expect(page == part && page?.isEmpty == false)
  }

  @Test func `numbers are those of the page, with the text that controls changed`() async throws {
    let routes = sampleRoutes(try sampleLab())
    var fields = FormFields()
    fields.add("p", "# ours\nminlength: 8; allowed: unicode;")
    fields.add("shown", Controls(FormFields("least=8&may=unicode")).encoded)
    fields.add("least", "12")
    fields.add("may", "unicode")
    let reply = await routes.reply(to: LabRequest("numbers", fields.encoded))
    let object = reply.object
    let text = try #require(object?["text"] as? String)
    #expect(text == "# ours\nminlength: 12; allowed: unicode;")
    #expect(object?["share"] as? String == "33.3 % accepted" && object?["isWhole"] as? Bool == true)
    #expect((object?["rate"] as? Double).map { Int($0 * 1e6) } == 333_333)
    #expect(object?["rules"] as? [[String]] == [["minlength", "12"]])
    let query = try #require(object?["query"] as? String)
    #expect(Question(query: query).text == text)
    let page = await routes.reply(to: LabRequest("", query)).text
    let top = try #require(object?["top"] as? String)
    #expect(top.contains("of 12 are accepted by policy 1</span><span>4 passwords</span>"))
    // Before the keyspace is counted, its place is kept.
    #expect(top.contains("… bits") && !page.contains("… bits"))
    let told = await routes.reply(to: LabRequest("numbers", "p=minlenght%3A+8%3B")).object
    #expect(told?["hasErrors"] as? Bool == true && told?["isWhole"] as? Bool == false)
    #expect(told?["rate"] == nil && told?["shown"] as? String == "")
  }

  @Test func `the command of a question opens it again`() async throws {
    let lab = try lab(
      of: [(sampleRecording(), "it's mine.tally")], options: ["--rules", "a b.txt"])
    let query = Question("# it's\nminlength: 8;").query
    let tree = try #require(try await reply("", query, by: lab).tree)
    let code = try #require(tree.element("question"))
    #expect(
      code.text == #"audit lab 'it'\''s mine.tally' --rules 'a b.txt' --open "#
        + "p=%23%20it%27s%0Aminlength%3A%208%3B")
  }

  @Test func `how long guessing takes is told when it is asked for`() async throws {
    let routes = sampleRoutes(try sampleLab())
    for route in ["", "answer"] {
      func guessing(_ more: String = "") async -> PageTree? {
        await routes.reply(to: LabRequest(route, "p=minlength%3A+8%3B" + more)).tree?
          .element("guessing")
      }
      let (closed, open) = (await guessing(), await guessing("&open=guessing"))
      #expect(closed?.all("a").map(\.text) == ["Show, which takes longer"])
      #expect(
        closed?.all("a")[0].attributes["href"]?.hasSuffix("&open=guessing#guessing") == true)
      #expect(open?.all("a").map(\.text) == ["Hide"])
      #expect(open?.all("p").count ?? 0 > 1)
    }
  }

  @Test func `a report covers the page's policies`() async throws {
    let lab = try sampleLab()
    let routes = sampleRoutes(lab)
    let query = "p=minlength%3A+8%3B&p=minlength%3A+10%3B"
    let reply = await routes.reply(to: LabRequest("report.html", query))
    let report = try #require(await lab.answer(Question(query: query)).report)
    let command =
      "audit report --distinct --space --rules 'minlength: 8;' --rules 'minlength: 10;' leak.tally"
    #expect(reply.body == Page(report, command: command).serialized())
    #expect(reply.text.contains("<dt>to make it again</dt>"))
    #expect(reply.headers["Content-Security-Policy"]?.contains("script-src") == false)
    #expect(await routes.reply(to: LabRequest("report.html", "p=what")).status == .badRequest)
  }

  @Test func `the requested number of passwords is generated, within bounds`() async throws {
    let routes = sampleRoutes(try sampleLab())
    let reply = await routes.reply(to: LabRequest("generate", "p=minlength%3A+8%3B&count=300"))
    #expect(reply.text.split(separator: "\n").count == 300)
    #expect(reply.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
    for count in [1, 10_000] {
      let most = await routes.reply(
        to: LabRequest("generate", "p=minlength%3A+4%3B&count=\(count)"))
      #expect(most.status == .ok, "\(count)")
    }
    for count in ["0", "10001", "-1", "x", "99999999999999999999", ""] {
      let refused = await routes.reply(to: LabRequest("generate", "p=&count=\(count)"))
      #expect(refused.status == .badRequest, "\(count)")
    }
    let none = await routes.reply(
      to: LabRequest("generate", "p=minlength%3A+9%3B+maxlength%3A+5%3B&count=1"))
    #expect(none.status == .unavailable)
  }

  @Test func `JSON has the table that a report writes`() async throws {
    let lab = try sampleLab()
    let query = "p=minlength%3A+8%3B&p=minlenght"
    let object = try await reply("answer.json", query, by: lab).object
    let report = try #require(await lab.answer(Question(query: query)).report)
    #expect(
      object?["table"] as? String
        == String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self))
    #expect((object?["policies"] as? [[String: Any]])?.count == 2)
  }

  @Test(arguments: [
    "at", "tally", "to", "count", "least", "most", "kinds", "run", "sequence", "score",
  ])
  func `a number at the end of its range is answered`(field: String) async throws {
    // The least number ended the lab by a signal, for all its users.
    let routes = sampleRoutes(try sampleLab(names: ["a.tally", "b.tally"]))
    let numbers = [Int.min, .min + 1, -1, 0, 1, 2, 3, .max - 1, .max].map(String.init)
    for number in numbers + ["9223372036854775808", "-9223372036854775809", "1e9", "", "%2B1"] {
      for query in ["", "p=minlength%3A+8%3B&p=x&", "by=controls&p=minlength%3A+8%3B&"] {
        for route in ["", "numbers", "answer.json"] {
          let reply = await routes.reply(to: LabRequest(route, "\(query)\(field)=\(number)"))
          #expect([.ok, .seeOther].contains(reply.status), "\(route)?\(query)\(field)=\(number)")
        }
      }
    }
  }

  @Test func `a pasted text of another system becomes our language, with what it does not say`()
    async throws
  {
    struct Numbers: Decodable { let text, query: String }
    func numbers(_ query: String) async throws -> Numbers {
      try JSONDecoder().decode(Numbers.self, from: Data(try await reply("numbers", query).body))
    }
    let pattern = "p=%5E%28%3F%3D.%2A%5Cd%29.%7B8%2C%7D%24"
    let pasted = try await numbers(pattern + "&pasted=1")
    #expect(pasted.text == "# regex, exact\nrequired: digit; allowed: unicode; minlength: 8;")
    let file = try await numbers("p=minlen+%3D+12%0Adcredit+%3D+-1%0A&pasted=1").text
    #expect(file.hasPrefix("# pwquality, bound\n# not judged, so that the system refuses more: "))
    #expect(file.hasSuffix("\nrequired: digit; allowed: unicode; minlength: 12;"))
    #expect(pasted.query == Question(pasted.text).query)
    // What was typed, and a text in our language, stay as they are.
    #expect(try await numbers(pattern).text == "^(?=.*\\d).{8,}$")
    #expect(try await numbers("p=minlength%3A+9%3B&pasted=1").text == "minlength: 9;")
  }
}
