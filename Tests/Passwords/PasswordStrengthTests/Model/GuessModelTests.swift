import Foundation
import PasswordStrength
import TestSupport
import Testing

@Suite struct GuessModelTests {
  @Test
  func `bits and guesses are those of the reference`() throws {
    let vectors = try CombinedVector.rows()
    #expect(vectors.count == 356)
    for (index, vector) in vectors.enumerated() {
      let password = Array(vector.password.utf8)
      let bits = GuessModel.builtIn.bits(password.span)
      let symbols = Double(vector.password.unicodeScalars.count + 1)
      #expect(abs(bits - vector.bits) <= 0.001 + 1e-4 * symbols, "vector \(index + 1)")
      let guesses = GuessModel.builtIn.log10Guesses(password.span)
      #expect(abs(guesses - vector.modelLog10) <= 0.001 + 1e-4 * symbols, "vector \(index + 1)")
    }
  }

  @Test(arguments: ["", "p", "pass", "xq", "é", "zzz", "0", "~~~"])
  func `after any context the probabilities add up to one`(context: String) {
    let model = GuessModel.builtIn
    let text = Array(context.utf8)
    let before = model.beginningBits(text.span)
    func probability(of next: [UInt8]) -> Double {
      exp2(before - model.beginningBits((text + next).span))
    }
    var sum = exp2(before - model.bits(text.span))
    for byte in UInt8(32)...126 { sum += probability(of: [byte]) }
    // All other characters are alike.
    sum += probability(of: Array("ü".utf8)) * (1_112_064 - 95)
    #expect(abs(sum - 1) < 1e-3)
  }

  @Test
  func `more bits are never fewer guesses`() {
    var last = 0.0
    for step in 0...6_000 {
      let guesses = GuessModel.builtIn.log10Guesses(bits: Double(step) / 32)
      #expect(guesses >= last)
      last = guesses
    }
    #expect(last > 50)
  }

  @Test
  func `an ill-formed part counts as one character beyond ASCII`() {
    let model = GuessModel.builtIn
    #expect(model.bits([0x61, 0xFF, 0x62].span) == model.bits(Array("aéb".utf8).span))
    #expect(model.bits([0x61, 0xE2, 0x82].span) == model.bits(Array("aé".utf8).span))
  }
}
