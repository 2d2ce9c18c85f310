import Diagnostics
import Foundation
import PasswordPolicies
import PolicyLab
import Testing

@Suite struct DraftTests {
  @Test func `an empty text permits printable ASCII of any length`() throws {
    let draft = draft(" \n\t")
    #expect(draft.policy?.alternatives[0] == PasswordRules([PasswordRules.Rule]()))
    #expect(draft.problems.map(\.severity) == [.note])
  }

  @Test func `an unknown rule is reported with its place and a remedy`() throws {
    let draft = draft("minlength: 8;\n  minlenght: 9;")
    #expect(draft.policy == nil)
    let problem = try #require(draft.problems.first)
    #expect(problem.severity == .error)
    #expect(problem.place?.line == 2)
    #expect(problem.place?.column == 3)
    #expect(problem.remedy?.contains("minlength") == true)
  }

  @Test func `duplicate rules are judged by their combined effect`() {
    #expect(draft("minlength: 6; minlength: 9;").policy?.alternatives[0].minLength == 9)
  }

  @Test func `contradictory rules are reported`() {
    let draft = draft("minlength: 9; maxlength: 5;")
    #expect(draft.problems.contains { $0.found.contains("9") && $0.severity != .note })
  }

  @Test func `Apple's guideline of 12 characters and two classes is reported as a note`() {
    let notes = draft("minlength: 8; required: lower;").problems
    #expect(
      notes.contains {
        $0.severity == .note
          && $0.found
            == "Apple's guideline: at least 12 characters; accepts 'kvazjkva', 8 characters; minlength: 8"
      }, "\(notes.map(\.found))")
    #expect(!notes.contains { $0.found.contains("policy 1") })
  }

  @Test(arguments: ["/etc/passwd", "../words.txt", "words.txt"])
  func `no file is opened for a text that names one`(file: String) {
    let draft = draft("minlength: 8; blocklist: \"\(file)\" exact;")
    #expect(draft.policy == nil)
    #expect(draft.problems.contains { $0.severity == .error && $0.found.contains(file) })
  }

  @Test func `a text longer than 4 KiB is refused`() {
    let most = String(repeating: " ", count: Question.longestText - 13) + "minlength: 8;"
    #expect(draft(most).policy != nil)
    #expect(draft(" " + most).policy == nil)
  }

  @Test func `the first of several policies in one text is answered`() {
    let draft = draft("[a]\nminlength: 8;\n[b]\nminlength: 9;\n")
    #expect(draft.policy?.name == "a")
    #expect(draft.problems.contains { $0.severity == .warning })
  }

  @Test func `a pasted configuration is answered as our language says it`() throws {
    let pasted = draft("minlen = 12\ndcredit = -1\n")
    #expect(pasted.policy?.line(.minified) == "required: digit; allowed: unicode; minlength: 12;")
    #expect(pasted.problems.first?.severity == .note)
    #expect(
      pasted.problems.first?.found
        == "read as libpwquality reads it; not judged, so that the system refuses more: "
        + "palindromes, dictcheck, usercheck; exact in printable ASCII only: libpwquality")
    #expect(
      pasted.problems.first?.remedy
        == "In our language: required: digit; allowed: unicode; minlength: 12;")
    // A control writes our language.
    var controls = try Controls(#require(pasted.policy?.alternatives.first))
    controls.numbers["least"] = 14
    #expect(
      pasted.text(changedBy: controls)?.contains("minlength: 14;") == true)
    let expression = draft(#"^(?=.*\d).{8,}$"#)
    #expect(
      expression.policy?.line(.minified) == "required: digit; allowed: unicode; minlength: 8;")
  }
}
