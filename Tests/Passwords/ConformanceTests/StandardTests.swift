import PasswordPolicies
import Testing

/// The table of standards.
@Suite struct StandardTests {
  @Test func `all standards and clauses are there`() {
    #expect(Standard.all.map(\.id) == Standard.ids)
    #expect(Standard.all.count == 24 && Standard.silent.count == 10)
    let clauses = Standard.all.flatMap(\.clauses)
    #expect(clauses.count == 300)
    #expect(clauses.count(where: \.test.isOfText) == 110)
    #expect(clauses.count { $0.test == .unseen } == 123)
    #expect(clauses.count { $0.mark == .remembered } == 42)
    #expect(Standard.named("nist-63b-5") == nil)
  }

  @Test(arguments: Standard.all)
  func `a standard says which text it is, when it was read, and where`(standard: Standard) {
    #expect(!standard.name.isEmpty && !standard.edition.isEmpty && !standard.issued.isEmpty)
    #expect(standard.read.count == 10 && !standard.sources.isEmpty)
    #expect(Set(standard.clauses.map(\.id)).count == standard.clauses.count)
    for clause in standard.clauses {
      // A paraphrase, not the standard's own sentence.
      #expect(clause.says.count <= 110 && !clause.says.hasSuffix("."), "\(clause.says)")
      #expect(!clause.number.isEmpty && !clause.level.isEmpty)
      if clause.test == .unseen { #expect(clause.because != nil, "\(clause.id)") }
    }
  }

  @Test func `a standard that follows another one changes only what differs`() throws {
    let alone = try #require(Standard.named("cis-21.12")).clauses
    let beside = try #require(Standard.named("cis-21.12-mfa")).clauses
    #expect(beside.dropFirst() == alone.dropFirst(2))
    let exception = try #require(Standard.named("pci-4.0.1-8")).clauses.map(\.id)
    #expect(exception.prefix(3) == ["length", "cannot-hold-12", "letters-digits"])
    let admins = try #require(Standard.named("anssi-admin")).clauses.map(\.id)
    #expect(admins.prefix(5) == ["length-kinds", "no-maximum", "words", "age", "attempts"])
  }
}
