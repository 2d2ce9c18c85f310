import PasswordPolicies
import TestSupport
import Testing

@Suite struct ParserVectorTests {
  @Test(arguments: [Vectors.parser, Vectors.parserNext])
  func `lenient reading agrees with the parser vectors`(file: VectorFile) throws {
    for row in try file.rows(as: Vectors.ParserRow.self) {
      let reading = ReferenceReading(of: Array(row.input.utf8))
      try #require(reading.outcome.rawValue == row.outcome, "\(row.id)")
      try #require(reading.canonical == row.canonical, "\(row.id)")
      try #require(reading.minified == row.minified, "\(row.id)")
      try #require(reading.diagnostics.sorted() == row.diagnostics.sorted(), "\(row.id)")
    }
  }

  @Test(arguments: [Vectors.parser, Vectors.parserNext])
  func `strict reading refuses every text with a problem in lenient reading`(file: VectorFile)
    throws
  {
    for row in try file.rows(as: Vectors.ParserRow.self) {
      checkAgreement(of: Array(row.input.utf8), "\(row.id)")
    }
  }
}

/// Compares strict and lenient reading of one text: strict reading refuses exactly the texts that
/// lenient reading complains about, and those with two large classes; both read all others alike.
func checkAgreement(of text: [UInt8], _ comment: Comment) {
  let lenient = ReferenceReading(of: text)
  let strict = PolicyReading(rulesString: text, name: "", file: "")
  let clashes = lenient.problems.contains { $0.code == "printable-beside-unicode" }
  let isTooLong = strict.problems.contains { $0.code == "too-many-rules" }
  #expect(strict.hasErrors == (lenient.outcome != .clean || clashes || isTooLong), comment)
  if !strict.hasErrors {
    #expect(strict.policies.map(\.alternatives) == [[lenient.rules]], comment)
  }
}
