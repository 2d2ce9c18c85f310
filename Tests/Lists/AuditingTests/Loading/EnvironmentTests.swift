import Auditing
import Testing

@Suite struct EnvironmentTests {
  @Test func `without a directory for temporary files the usual one is used`() {
    #expect(temporaryDirectory(unless: nil) == temporaryDirectory)
    #expect(temporaryDirectory(unless: "") == temporaryDirectory)
    #expect(temporaryDirectory(unless: "here") == "here")
    #expect(!temporaryDirectory.isEmpty)
  }
}
