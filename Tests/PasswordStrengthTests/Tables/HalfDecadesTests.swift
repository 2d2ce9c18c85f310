import BigInt
import PasswordStrength
import Testing

@Suite struct HalfDecadesTests {
  @Test
  func `each half decade starts with the least number whose square is the power of ten`() {
    #expect(HalfDecades.starts.count == 616)
    for (index, start) in HalfDecades.starts.enumerated() {
      let number = Double(bitPattern: start)
      #expect(reaches(number, index + 1), "bin \(index + 1)")
      #expect(!reaches(number.nextDown, index + 1), "bin \(index + 1)")
    }
  }

  @Test
  func `the table ends with the last half decade that a number reaches`() {
    #expect(!reaches(.greatestFiniteMagnitude, 617))
  }

  /// Whether `number² ≥ 10ᵇ`, in whole numbers.
  private func reaches(_ number: Double, _ power: Int) -> Bool {
    let significand = BigUInt(number.significandBitPattern | 1 << 52)
    let exponent = 2 * (Int(number.exponent) - 52)
    let square = (significand * significand) << max(0, exponent)
    return square >= BigUInt(10).power(power) << max(0, -exponent)
  }
}
