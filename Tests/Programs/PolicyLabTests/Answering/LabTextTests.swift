import Auditing
import Foundation
import Jobs
import PolicyLab
import TestSupport
import Testing

/// The pages of the lab as people saw them last.
@Suite(.serialized) struct LabTextTests {
  /// A name that is too long for every place, and harmful to some.
  private static let longName = String(repeating: "mirrowel<&>\u{1B}\u{202E} ", count: 12)

  private func recorded(
    _ recorded: inout RecordedText, _ lab: Lab, _ title: String, _ query: String,
    route: String = "", body: String? = nil
  ) async throws {
    let reply = try await reply(
      route, query, method: body == nil ? "GET" : "POST", body: body ?? "", by: lab)
    recorded.add(title, text(of: try #require(reply.tree, "\(title)")))
  }

  /// What the lab itself says on a page; of the parts that reports have, too, their titles and sizes.
  private func text(of page: PageTree) -> String {
    let state = page.element("answer")?.attributes ?? [:]
    let top =
      (page.all("header").first?.words ?? "")
      + "\(state["data-state"] ?? ""): \(state["data-share"] ?? "")\n"
    let form = page.element("edit")?.words ?? ""
    let answer = (page.element("answer")?.content ?? []).filter { !$0.name.isEmpty }
    let parts = answer.map { part in
      let id = part.attributes["id"] ?? part.attributes["class"] ?? ""
      if ["top", "copy", "missing", "alarm"].contains(id) { return part.words }
      // Examples are drawn anew each time.
      let size = id == "examples" ? "" : ", \(part.elements.count) elements"
      return "\(id): \(part.all("h2").first?.text ?? "")\(size)\n"
    }
    return top + form + parts.joined() + (page.element("tried")?.words ?? "")
  }

  @Test func `pages have the texts of before`() async throws {
    var texts = RecordedText()
    let few = try sampleRecording(of: ["zuckerwatte", "kurz", "password"], isDistinct: false)
    let many = try sampleRecording(
      of: (0..<1200).map { "q\($0 * $0 % 170)rv\($0 % 7)" } + SampleList.passwords)
    let lab = try lab(of: [(many, "many.tally"), (few, "few.tally")])
    func add(_ title: String, _ query: String, route: String = "", body: String? = nil) async throws
    {
      try await recorded(&texts, lab, title, query, route: route, body: body)
    }
    try await add("none", "")
    try await add("few", "tally=2")
    try await add("guessing", "p=minlength%3A+6%3B+allowed%3A+unicode%3B&open=guessing")
    try await add(
      "two", "p=minlength%3A+5%3B+allowed%3A+unicode%3B&p=%5Bours%5D%0Aminlength%3A+8%3B&at=2")
    try await add("wrong", "p=minlenght%3A+9%3B&p=minlength%3A+8%3B+maxlength%3A+6%3B&at=1")
    try await add("never", "p=minlenght%3A+9%3B&p=minlength%3A+8%3B+maxlength%3A+6%3B&at=2")
    try await add(
      "alternatives", "p=minlength%3A+12%3B%0Aor%0Aminlength%3A8%3B+required%3A+digit%3B")
    try await add("searched", "p=minlength%3A+8%3B&find=nist&do=use")
    try await add("standards", "p=minlength%3A+8%3B&against=nist-63b-4&against=asvs-5")
    try await add(
      "held",
      "p=minlenght%3A+9%3B&at=1&by=controls&shown=least%3D8%26may%3Dascii&least=12&may=ascii")
    try await add(
      "tried", "p=minlength%3A+8%3B+required%3A+digit%3B&p=minlength%3A+4%3B+allowed%3A+unicode%3B",
      route: "try", body: "password=12345678")
    try texts.expect(in: "lab")
  }

  @Test func `no name is longer on a page than it may be there, and none is harmful`() async throws
  {
    let name = Self.longName
    let directory = try TemporaryDirectory()
    let long = String(repeating: "mirrowel", count: 20)
    let policies = PolicySettings(files: [try directory.file("\(long).policy", "minlength: 5;")])
    let few = try sampleRecording(
      of: ["zuckerwatte", "kurz"], list: "\(long).txt")
    let tallies = try ["\(name).tally", "b.tally"].map { file in
      try LabTally(few, file: file, settings: AuditSettings(JudgingSettings())) { _ in }
    }
    let lab = Lab(tallies, try Library(policies) { _ in }, policies, version: "1.0")
    let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let policy = "p=%5B\(escaped)%5D%0Aminlength%3A+8%3B+required%3A+digit%3B"
    var widest: [String: Int] = [:]
    for query in [
      policy, "\(policy)&p=minlength%3A+9%3B", "p=a&find=\(escaped)&do=use",
      "p=minlength%3A+8%3B+\(escaped)%3A+9%3B",
      "p=blocklist%3A+%22\(String(repeating: "mirrowel", count: 90))%22%3B",
    ] {
      let page = try #require(try await reply("", query, by: lab).tree)
      for element in page.elements where element.name != "textarea" {
        let text = element.content.filter(\.name.isEmpty).map(\.ownText).joined()
        #expect(text.unicodeScalars.allSatisfy { $0 != "\u{1B}" && $0 != "\u{202E}" })
        if text.contains("mirrowel") {
          widest[element.name] = max(text.count, widest[element.name] ?? 0)
        }
      }
    }
    // Options are names of lists, cut at 60, and titles of policies, cut at 80; notes at 400.
    let options = try #require(try await reply("", policy, by: lab).tree).all("option").map(\.text)
    #expect(Set(options.filter { $0.contains("mirrowel") }.map(\.count)) == [60, 80])
    #expect(widest["li"] == "error: ".count + 400 + ". ".count, "\(widest)")
    #expect(widest.values.allSatisfy { $0 <= 640 }, "\(widest)")
  }
}
