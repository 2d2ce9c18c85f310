import Foundation
import PolicyLab
import Testing

@Suite struct LabScriptTests {
  @Test func `the script is at most 18 kB`() {
    #expect(LabScript.text.utf8.count <= 18_000)
  }

  @Test func `the style has no address elsewhere`() {
    #expect(!LabStyle.text.contains("url("))
    #expect(!LabStyle.text.contains("@import"))
  }
}
