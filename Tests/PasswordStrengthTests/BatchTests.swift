import PasswordStrength
@_spi(House) import Passwords
import TestSupport
import Testing

struct BatchTests {
  /// The bins are those of the logarithm as the reference computes it.
  @Test
  func `a batch gets score, guesses bin and decisive pattern of each line`() throws {
    var demand = FactDemand()
    demand.score = true
    let recipe = try Recipe(for: demand)
    var scorer = Scorer(referenceYear: 2026)
    var passwords = ["", "password", String(repeating: "xqzj4v7w", count: 80), "\u{130}password"]
    for seed in seeds(40, of: 200) {
      var generator = PasswordGenerator(seed: 700_000 + seed)
      passwords.append(generator.password())
    }
    // Rank 999 of a list costs 1,000 guesses: a logarithm of 2.9999999999999996.
    var text: [UInt8] = []
    var batch = LineBatch()
    for password in passwords {
      batch.append(
        LineBatch.Line(
          start: UInt32(text.count), byteCount: UInt32(password.utf8.count), encoding: .utf8),
        Signature())
      text += Array(password.utf8) + [0x0A]
    }
    text += [UInt8](repeating: 0, count: 64)
    // SAFETY: bytes of this function's own array.
    let truncated = unsafe scorer.score(&batch, in: text.span.bytes, recipe: recipe)
    #expect(truncated == 1)
    for (index, password) in passwords.enumerated() {
      let profile = recipe.profile(of: batch[signature: index])
      let strength = scorer.estimate(password).strength
      #expect(profile.score == strength.score, "line \(index)")
      #expect(profile.decisivePattern == strength.decisivePattern.rawValue, "line \(index)")
      let bin = Int(min((strength.log10Guesses * 2).rounded(.down), 1023))
      #expect(profile.guessesBin == bin, "line \(index)")
    }
  }
}
