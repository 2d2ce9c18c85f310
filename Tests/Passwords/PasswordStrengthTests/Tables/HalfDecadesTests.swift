import BigInt
import PasswordStrength
import Testing

@Suite struct HalfDecadesTests {
  @Test
  func `each half decade starts with the least number whose square is the power of ten`() {
    let starts = HalfDecades.starts
    #expect(starts.count == HalfDecades.count)
    for (number, start) in starts.enumerated().dropFirst() {
      #expect(reaches(start, number), "bin \(number)")
      #expect(!reaches(start.nextDown, number), "bin \(number)")
    }
    #expect(starts[0] == 1 && starts[30] == 1e15)
  }

  @Test
  func `the last half decade is the last that a number reaches`() {
    #expect(HalfDecades.count == 617 && HalfDecades.starts.last == 1e308)
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
