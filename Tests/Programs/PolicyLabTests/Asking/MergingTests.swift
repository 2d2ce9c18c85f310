import PasswordPolicies
import PolicyLab
import TestSupport
import Testing

/// A form and its text are both changed: what either says counts.
@Suite struct MergingTests {
  private func controls(_ text: String) -> Controls {
    draft(text).policy.map { Controls($0.alternatives[0]) } ?? Controls()
  }

  private let shown = "minlength: 8; required: lower;"

  @Test func `a control that was not touched is that of the text`() {
    let before = controls(shown)
    let text = controls("minlength: 12; required: upper; allowed: unicode;")
    #expect(before.merged(since: before, with: text) == text)
  }

  @Test func `a touched control counts, and the text's own change of its rule counts more`() {
    let before = controls(shown)
    var form = before
    form.numbers["least"] = 10
    form.needs.insert(.digit)
    let merged = form.merged(
      since: before, with: controls("maxlength: 20; minlength: 8; required: lower;"))
    #expect(
      merged.numbers["least"] == 10 && merged.numbers["most"] == 20
        && merged.needs == [.lower, .digit])
    let both = form.merged(since: before, with: controls("minlength: 12; required: lower;"))
    #expect(both.numbers["least"] == 12 && both.needs == [.lower, .digit])
  }

  @Test(arguments: [
    "", "minlength: 8; maxlength: 20; required: lower; required: special; allowed: unicode;",
    "min-classes: 3; max-repeating: 2; max-sequential: 3; min-unique: 5; min-score: 2; blocklist: default;",
  ])
  func `controls come back from their fields`(text: String) {
    let before = controls(text)
    #expect(Controls(FormFields(before.encoded)) == before)
    #expect(Controls(FormFields(before.encoded), before: controls(shown)) == before)
  }

  @Test func `a number that is none, or out of its range, stays as it was`() {
    let before = controls(shown)
    #expect(
      Controls(FormFields("least=&need=lower&may=named"), before: before).numbers["least"] == nil)
    for text in ["0", "10000", "x", "-3", "1.5"] {
      #expect(
        Controls(FormFields("least=\(text)"), before: before).numbers["least"] == 8, "\(text)")
    }
  }

  private func location(_ query: String) async throws -> String {
    let location = try #require(try await reply("", query).headers["Location"])
    return Question(query: String(location.dropFirst(3))).text
  }

  private func fields(_ text: String, _ controls: [(String, String)]) -> String {
    var fields = FormFields()
    fields.add("p", text)
    fields.add("shown", self.controls(shown).encoded)
    for (name, value) in controls { fields.add(name, value) }
    return fields.encoded
  }

  @Test func `without script a typed text and a touched control are both kept`() async throws {
    let text = "# mine\nminlength: 8; required: lower; allowed: unicode;"
    #expect(
      try await location(
        fields(text, [("least", "10"), ("need", "lower"), ("need", "digit"), ("may", "named")]))
        == "# mine\nminlength: 10; required: lower; required: digit; allowed: unicode;")
  }

  @Test func `controls wait until the text is right`() async throws {
    let query = fields("minlenght: 8;", [("least", "10"), ("need", "lower"), ("may", "named")])
    let reply = try await reply("", query)
    #expect(reply.status == .ok)
    let inputs = try #require(reply.tree).all("input")
    #expect(inputs.first { $0.attributes["name"] == "least" }?.attributes["value"] == "10")
    #expect(
      inputs.first { $0.attributes["name"] == "shown" }?.attributes["value"]
        == controls(shown).encoded)
  }
}
