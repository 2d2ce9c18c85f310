import Intake
import Testing

@Suite struct LineLayoutTests {
  private static let forms: [LineLayout.Form] = [
    .plain, .counted(.prefix), .counted(.colon), .counted(.bar), .user, .userHash, .hash(.told),
    .hash(.first), .hash(.last), .saltedHash, .table(column: 0), .table(column: 65_535),
  ]

  @Test(arguments: forms)
  func `each layout is found by its description, and its words are options`(
    form: LineLayout.Form
  ) throws {
    for separator in ([nil, 9, 0x20, 0x2C, 0x3A, 0x3B, 0x7C, 0xE9] as [UInt8?]) {
      for decodesHex in [nil, false, true] {
        let layout = LineLayout(form, separator: separator, decodesHex: decodesHex)
        #expect(LineLayout(description: layout.description) == layout)
        #expect(layout.words.prefix(2) == ["--layout", layout.name])
        #expect(layout.words.contains("--separator") == layout.description.contains("separator"))
      }
    }
  }

  @Test(arguments: ["", "plai", "user:password, separator", "csv:0", "csv:name", "auto", "counted"])
  func `other texts describe no layout`(text: String) {
    #expect(LineLayout(description: text) == nil)
  }

  @Test func `a separator that a shell would take is quoted in options alone`() {
    let layout = LineLayout(.user, separator: 0x7C, decodesHex: false)
    #expect(layout.options == "--layout user:password --separator '|' --no-decode-hex")
    #expect(
      layout.words == ["--layout", "user:password", "--separator", "|", "--no-decode-hex"])
  }
}
