import Passwords
import Testing

@Suite struct ConcealedTests {
  @Test func `no way of printing shows concealed bytes`() {
    let secret = Concealed(bytes: Array("canary".utf8))
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\([secret: 1])", dumped] {
      #expect(!text.contains("canary") && !text.contains("99"))
    }
    #expect(secret.bytes == Array("canary".utf8))
  }
}
