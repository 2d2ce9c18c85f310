import PolicyLab
import TestSupport
import Testing

@Suite struct FormFieldsTests {
  @Test func `fields are read as browsers send them`() {
    let fields = FormFields("p=a+b&p=%C3%A9%0D%0A&empty=&flag&p")
    #expect(fields.all("p") == ["a b", "é\r\n", ""])
    #expect(fields["empty"] == "")
    #expect(fields["flag"] == "")
    #expect(fields["none"] == nil)
  }

  @Test func `ill-formed escapes stay unchanged`() {
    #expect(FormFields("p=%zz%")["p"] == "%zz%")
    #expect(FormFields("p=%ff")["p"] == "%ff")
  }

  @Test func `a form of very many fields is cut`() {
    #expect(FormFields(String(repeating: "p=1&", count: 10_000)).all("p").count == 64)
  }

  @Test(.firstFailureOnly, arguments: seeds(20, of: 2000))
  func `written fields are read back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fields = FormFields()
    var values: [String] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &random)) ?? "?"
      }
      values.append(String(String.UnicodeScalarView(scalars)))
      fields.add("a&b=c", values[values.count - 1])
    }
    #expect(FormFields(fields.encoded).all("a&b=c") == values, "seed \(seed)")
  }
}
