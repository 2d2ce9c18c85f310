import Passwords
import Testing

@Suite struct ShapeTests {
  @Test(arguments: [
    ("Summer24!", "Ullllldd!"), ("a b", "l!l"), ("", ""), ("é中\u{7}~", "ooo!"), ("Zz09", "Uldd"),
  ])
  func `a shape is a mark for each character`(password: String, shape: String) {
    #expect(Shape.of(Array(password.utf8)) == shape)
  }

  @Test func `an ill-formed part is one mark`() {
    #expect(Shape.of([0x41, 0xE2, 0x82, 0x41]) == "UoU")
  }

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
