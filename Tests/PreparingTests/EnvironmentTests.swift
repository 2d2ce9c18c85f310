import Preparing
import Testing

struct EnvironmentTests {
  @Test func `a directory for temporary files that is not given, or empty, is the usual one`() {
    #expect(temporaryDirectory(unless: nil) == temporaryDirectory)
    #expect(temporaryDirectory(unless: "") == temporaryDirectory)
    #expect(temporaryDirectory(unless: "here") == "here")
    #expect(!temporaryDirectory.isEmpty)
  }
}
