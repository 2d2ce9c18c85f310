import PasswordPolicies
import PolicySources
import Testing

@Suite struct OutcomeTests {
  private static func reading(_ kinds: Remark.Kind...) -> SourceReading {
    SourceReading(
      kind: .iam, policies: [SourceReading.NamedPolicy(name: nil, alternatives: [[.minLength(8)]])],
      remarks: kinds.map { Remark($0, "part", at: .start, "text") })
  }

  @Test func `remarks decide how well the policies say what the source says`() {
    #expect(Self.reading().outcome() == .exact)
    #expect(Self.reading(.note, .notText).outcome() == .exact)
    #expect(Self.reading(.note, .ascii).outcome() == .ascii)
    #expect(Self.reading(.ascii, .notJudged).outcome() == .bound)
    #expect(Self.reading(.ascii, .notEnforced).outcome() == .wider)
    #expect(Self.reading(.notJudged, .notEnforced).outcome() == .wider)
    #expect(Self.reading(.ascii, .cannot).outcome() == .refused)
  }

  @Test func `leniently, what cannot be said is not judged`() {
    #expect(Self.reading(.ascii, .cannot).outcome(lenient: true) == .bound)
    #expect(Self.reading(.ascii).outcome(lenient: true) == .ascii)
    let none = SourceReading(kind: .vault, policies: [], remarks: [])
    #expect(none.outcome(lenient: true) == .refused)
  }

  @Test func `kinds have the names of the command line`() {
    #expect(SourceKind.allCases.count == 26)
    #expect(SourceKind(rawValue: "ad-json") == .activeDirectoryJSON)
    #expect(SourceKind(rawValue: "regex") == .expression)
  }

  @Test func `places are lines with columns, or pointers`() {
    #expect(SourcePlace.text(line: 3, column: 14).description == "3:14")
    #expect(SourcePlace.pointer("/PasswordPolicy").description == "/PasswordPolicy")
  }
}
