import PasswordPolicies
import PolicyLab
import TestSupport
import Testing

/// The controls of a page, sent back as a browser does.
@Suite struct ShownControlsTests {
  @Test(arguments: [
    "minlength: 8;", "minlength: 8; allowed: unicode;", "allowed: lower, digit;", "",
    "required: lower; required: digit; maxlength: 20;", "blocklist: default; minlength: 15;",
    "required: upper; allowed: unicode; min-classes: 3; max-consecutive: 2; min-score: 3;",
    "minlength: 9; allowed: ascii-printable; required: special; at-least: 2 digit;",
  ])
  func `a form that nobody changed says what the policy says`(text: String) async throws {
    let alternative = try #require(draft(text).policy?.alternatives.first)
    let query = Question(text).query
    let page = try #require(try await reply("", query).tree)
    var fields = FormFields()
    for input in try #require(page.element("controls")).all("input") {
      let attributes = input.attributes
      let isChoice = ["radio", "checkbox"].contains(attributes["type"])
      if isChoice, attributes["checked"] == nil { continue }
      fields.add(try #require(attributes["name"]), attributes["value"] ?? "")
    }
    #expect(fields.all("may").count == 1)
    #expect(Controls(fields) == Controls(alternative), "\(fields.encoded)")
  }
}
