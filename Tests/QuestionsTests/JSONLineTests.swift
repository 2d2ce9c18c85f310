import Questions
import Testing

@Suite struct JSONLineTests {
  private func line(_ text: String) -> JSONLine { JSONLine(text.utf8) }

  @Test func `members are found by name`() {
    let line = line(#"{"password": "abc", "user": null, "count": 3, "tags": [1, {"a": true}]}"#)
    #expect(line.string("password") == "abc")
    #expect(line.string("user") == nil && !line.isOdd("user"))
    #expect(line.string("count") == nil && line.isOdd("count"))
    #expect(line.isOdd("tags"))
    #expect(line.string("none") == nil && !line.isOdd("none"))
  }

  @Test(arguments: ["", "[]", "null", #"{"password": "abc""#, #"{"password": "abc"} x"#])
  func `a line that is no object has no members`(text: String) {
    #expect(line(text).string("password") == nil)
  }

  @Test func `a line does not show its members`() {
    #expect(!"\(line(#"{"password": "meadowlark"}"#))".contains("meadowlark"))
  }

  @Test func `an error is an object with a message`() {
    #expect(JSONLine.error("over-long") == Array(#"{"error":"over-long"}"#.utf8))
  }
}
