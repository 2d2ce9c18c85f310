import PasswordRules
import PolicyLab
import TestSupport
import Testing

@Suite struct FieldsTests {
  @Test func `fields are read as browsers send them`() {
    let fields = Fields("p=a+b&p=%C3%A9%0D%0A&empty=&flag&p")
    #expect(fields.all("p") == ["a b", "é\r\n", ""])
    #expect(fields["empty"] == "")
    #expect(fields["flag"] == "")
    #expect(fields["none"] == nil)
  }

  @Test func `ill-formed escapes stand as they are`() {
    #expect(Fields("p=%zz%")["p"] == "%zz%")
    #expect(Fields("p=%ff")["p"] == "%ff")
  }

  @Test func `a form of very many fields is cut`() {
    #expect(Fields(String(repeating: "p=1&", count: 10_000)).all("p").count == 64)
  }

  @Test(.firstFailureOnly, arguments: seeds(20, of: 2000))
  func `what is written is read back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fields = Fields()
    var values: [String] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &random)) ?? "?"
      }
      values.append(String(String.UnicodeScalarView(scalars)))
      fields.add("a&b=c", values[values.count - 1])
    }
    #expect(Fields(fields.encoded).all("a&b=c") == values, "seed \(seed)")
  }
}

@Suite struct QuestionTests {
  @Test func `a question is its query`() {
    var question = Question("minlength: 8;\nrequired: [-]];")
    question.add("a & b = \"c\" + <d> ü 💥")
    question.add("")
    question.tally = 2
    question = Question(query: question.query + "&against=\(Standard.all[1].id)")
    question.turn(to: 1)
    #expect(Question(query: question.query) == question)
    #expect(question.query.utf8.allSatisfy { 0x21...0x7E ~= $0 })
  }

  @Test func `an empty query asks about an empty policy`() {
    #expect(Question(query: "").texts == [""])
    #expect(Question(query: "").index == 0)
  }

  @Test func `a question has at most four policies`() {
    let question = Question(query: "p=1&p=2&p=3&p=4&p=5&at=5")
    #expect(question.texts == ["1", "2", "3", "4"])
    #expect(question.index == 3)
    var more = question
    more.add("6")
    #expect(more == question)
  }

  @Test(arguments: ["at=0", "at=-1", "at=99999999999999999999", "at=x", "at=", "tally=-7"])
  func `a number out of range is the first or the last`(query: String) {
    let question = Question(query: "p=a&p=b&" + query)
    #expect(question.texts.indices.contains(question.index))
    #expect(question.tally >= 0)
  }

  @Test func `the last policy is not dropped`() {
    var question = Question(query: "p=a&p=b&at=2")
    question.drop()
    #expect(question.texts == ["a"])
    #expect(question.index == 0)
    question.drop()
    #expect(question.texts == ["a"])
  }
}
