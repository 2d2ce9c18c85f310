import PasswordPolicies
import PolicyLab
import Testing

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

  @Test func `numbers beyond all places are the first or the last one`() {
    for (number, index) in [(Int.min, 0), (-1, 0), (0, 0), (1, 0), (2, 1), (3, 1)] {
      #expect(Question(query: "p=a&p=b&at=\(number)").index == index, "\(number)")
    }
    #expect(Question(query: "p=a&tally=\(Int.min)").tally == 0)
    #expect(Question(query: "p=a&tally=3").tally == 2)
  }

  @Test func `a policy that is added is edited, and after a removal the next one`() {
    var question = Question("a")
    for (number, text) in ["b", "c", "d", "e"].enumerated() {
      question.add(text)
      #expect(question.index == min(number + 1, 3))
      #expect(question.text == (number < 3 ? text : "d"))
    }
    question.turn(to: 1)
    question.drop()
    #expect(question.texts == ["a", "c", "d"] && question.text == "c")
    question.turn(to: 2)
    question.drop()
    #expect(question.text == "c")
    question.drop()
    question.drop()
    #expect(question.texts == ["a"] && question.index == 0)
  }
}
