import Diagnostics
import Testing

@Suite struct ProblemTests {
  private let example = Problem(
    "long-minimum", at: Location(file: "bank.policy", .init(line: 7, column: 11)),
    "minimum length 20", expected: "at most the maximum, 16",
    remedy: "Lower 'minlength' or raise 'maxlength'.")

  @Test func `a message gives place, fault, expectation and remedy`() {
    #expect(
      example.message == """
        bank.policy:7:11: error: minimum length 20; expected at most the maximum, 16
          Lower 'minlength' or raise 'maxlength'.
        """)
    #expect(
      example.line
        == "bank.policy:7:11: error: minimum length 20; expected at most the maximum, 16 "
        + "Lower 'minlength' or raise 'maxlength'.")
  }

  @Test func `a problem has at most a place and a severity beside its words`() {
    #expect(Problem("a", "none").message == "error: none")
    #expect(Problem("a", in: "x", line: 3, "none", .note).message == "x:3:1: note: none")
    #expect(Problem("a", "none", .warning).of("y").message == "y: warning: none")
  }

  @Test(arguments: [
    ("plain, ünïcode", "plain, ünïcode"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"),
    ("x\u{202E}y", "x\\u{202e}y"), ("\u{9B}1m", "\\u{9b}1m"), ("a\nb\u{7F}", "a\\u{a}b\\u{7f}"),
    ("\u{7F}", "\\u{7f}"),
  ])
  func `controls and bidirectional marks are escaped`(text: String, printed: String) {
    #expect(escaped(text) == printed)
  }

  @Test func `printable ASCII reaches from the space to the tilde`() {
    #expect(isPrintableASCII(""))
    for value in UInt8.min...0xFF {
      let character = Unicode.Scalar(value)
      #expect(isPrintableASCII("a\(character)b") == (" "..."~" ~= character), "U+\(value)")
    }
  }

  @Test(arguments: [
    ("{\"a\":\"b\"}", "{\"a\":\"b\"}"), ("[\n\"é\"]", "[\n\"é\"]"),
    ("\"\u{7F}\u{9B}\u{202E}\u{2028}\"", #""\u007f\u009b\u202e\u2028""#),
    ("\"\u{E0001}\"", #""\udb40\udc01""#),
  ])
  func `JSON is escaped and stays the same value`(json: String, printed: String) {
    #expect(String(decoding: escapedJSON(Array(json.utf8)), as: UTF8.self) == printed)
  }

  @Test func `the nearest word is offered only when it is close`() {
    #expect(nearest(to: "digits", among: ["upper", "lower", "digit"]) == "digit")
    // Two letters in the wrong order are one slip.
    #expect(nearest(to: "rnu", among: ["check", "run"]) == "run")
    #expect(nearest(to: "maxlenght", among: ["minlength", "maxlength"]) == "maxlength")
    #expect(nearest(to: "nist", among: ["basic8", "nist-63b-4", "nist-63b-3"]) == "nist-63b-4")
    #expect(nearest(to: "ni", among: ["basic8", "nist-63b-4"]) == nil)
    #expect(nearest(to: "foo", among: ["upper", "lower", "digit"]) == nil)
  }
}
