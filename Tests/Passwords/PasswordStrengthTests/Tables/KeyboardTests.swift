import PasswordStrength
import Testing

@Suite struct KeyboardTests {
  /// The properties of the reference's generated graphs.
  @Test(arguments: [
    (Keyboard.qwerty, 94), (.dvorak, 94), (.keypad, 15), (.macKeypad, 16),
  ])
  func `a keyboard has as many characters as in the reference`(keyboard: Keyboard, count: Int) {
    #expect(keyboard.startCount == count)
  }

  @Test
  func `the average numbers of neighbours are the reference's`() {
    #expect(Keyboard.qwerty.averageDegree == 4.595744680851064)
    #expect(Keyboard.keypad.averageDegree == 5.066666666666666)
  }
}
