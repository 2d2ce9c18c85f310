@_spi(Internal) import Passwords
import TestSupport
import Testing

private let budgets: [Double] = [10, 100, 1e6, 1e12]

/// Demands that the full schema meets.
private func demand(_ generator: inout SeededGenerator) -> FactDemand {
  func isSo() -> Bool { Bool.random(using: &generator) }
  var demand = FactDemand()
  let specials = CodePointSet.special.characters
  for _ in 0..<Int.random(in: 0...4, using: &generator) {
    let some = specials.filter { _ in isSo() }.reduce(CodePointSet()) { $0.union($1) }
    demand.classes.insert(isSo() ? some.union(.lower) : some)
  }
  demand.classes.remove(CodePointSet())
  demand[.longestRun] = Int.random(in: 0...16, using: &generator)
  demand[.longestSequence] = Int.random(in: 0...16, using: &generator)
  demand[.longestClassRun] = Int.random(in: 0...16, using: &generator)
  if isSo() { demand.counts[.upper.union(.lower)] = Int.random(in: 1...16, using: &generator) }
  if isSo() { demand.counts[.asciiPrintable] = Int.random(in: 1...16, using: &generator) }
  if isSo() { demand.counts[.digit] = 2 }
  demand.meter = isSo()
  demand.score = isSo()
  demand.guessBudgets = budgets.filter { _ in isSo() }
  return demand
}

private func password(_ generator: inout SeededGenerator) -> [UInt8] {
  let alphabet = Array("aabcdAB12339! @~\t日é".utf8)
  return (0..<Int.random(in: 1...40, using: &generator))
    .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
}

private func pow10(_ exponent: Int) -> Double {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}

@Suite struct CoarseningTests {
  @Test(.firstFailureOnly, arguments: 1...40 as ClosedRange<UInt64>)
  func `a coarsened signature equals the signature of the coarser schema`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var fineDemand = FactDemand.full(strength: .zxcvbn, guessBudgets: budgets, lists: 5)
    fineDemand.wholeDecades = Bool.random(using: &generator)
    let fine = try Schema(for: fineDemand)
    var asked = demand(&generator)
    asked.wholeDecades = Bool.random(using: &generator)
    let lists = [3, 0, 4].filter { _ in Bool.random(using: &generator) }
    asked.lists = lists.count
    let coarsening = try Coarsening(of: fine, to: asked, lists: lists)
    // Whole decades can never become halves again.
    if fineDemand.wholeDecades { asked.wholeDecades = true }
    let coarse = try Schema(for: asked)
    #expect(coarsening.coarse == coarse)
    let (one, other) = (Profiler(fine), Profiler(coarse))
    for _ in 0..<300 {
      let bytes = password(&generator)
      var (profile, expected) = (one.profile(of: bytes.span), other.profile(of: bytes.span))
      profile.lists = UInt32.random(in: 0..<32, using: &generator)
      expected.lists = lists.enumerated().reduce(0) {
        $0 | (profile.lists >> UInt32($1.element) & 1) << UInt32($1.offset)
      }
      profile[.score] = Int.random(in: 0...4, using: &generator)
      let bin = Int.random(in: 0...616, using: &generator)
      profile[.guessesBin] = fineDemand.wholeDecades ? bin / 2 * 2 : bin
      profile[.decisivePattern] = Int.random(in: 0..<16, using: &generator)
      let guesses = pow10(Int.random(in: 0...14, using: &generator))
      profile[.budgetsTooSmall] = budgets.count { $0 < guesses }
      expected[.score] = profile[.score]
      expected[.guessesBin] = coarse.demand.wholeDecades ? bin / 2 * 2 : bin
      expected[.decisivePattern] = profile[.decisivePattern]
      expected[.budgetsTooSmall] = asked.guessBudgets.count { $0 < guesses }
      #expect(
        coarsening.signature(of: fine.signature(of: profile)) == coarse.signature(of: expected),
        "seed \(seed)")
    }
  }

  @Test func `coarsening names a fact that was not recorded`() throws {
    let full = try Schema(for: .full(strength: .meter))
    func fact(_ change: (inout FactDemand) -> Void) -> SchemaError? {
      var demand = FactDemand()
      change(&demand)
      do {
        _ = try Coarsening(of: full, to: demand)
        return nil
      } catch { return error }
    }
    #expect(fact { _ in } == nil)
    #expect(
      fact { $0[.longestRun] = 20 } == .missingFact("the longest run up to 20 (only up to 16)"))
    #expect(fact { $0.score = true } == .missingFact("the strength score"))
    #expect(
      fact { $0.classes = [CodePointSet(ascii: "aeiou".utf8)] }
        == .missingFact("whether [aeiou] occurs"))
    #expect(
      fact { $0.counts = [CodePointSet(ascii: "!?".utf8): 2] }
        == .missingFact("the number of characters in [!?]"))
    #expect(
      fact { $0.counts = [.digit: 17] }
        == .missingFact("the number of characters in digit up to 17 (only up to 16)"))
  }

  @Test func `a signature beyond its schema's limits is detected`() throws {
    let schema = try Schema(for: .full(strength: .zxcvbn, guessBudgets: [1], lists: 2))
    let limits = SignatureLimits(schema)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let bytes = password(&generator)
      let signature = schema.signature(of: Profiler(schema).profile(of: bytes.span))
      #expect(limits.fault(in: signature) == nil)
    }
    var profile = Profiler(schema).profile(of: Array("abc".utf8).span)
    profile[.guessesBin] = 7
    var whole = FactDemand.full(strength: .zxcvbn, guessBudgets: [1], lists: 2)
    whole.wholeDecades = true
    let wholeSchema = try Schema(for: whole)
    #expect(limits.fault(in: schema.signature(of: profile)) == nil)
    #expect(
      SignatureLimits(wholeSchema).fault(in: wholeSchema.signature(of: profile))
        == "a bit that the schema leaves unused")
    var signature = schema.signature(of: Profiler(schema).profile(of: Array("abc".utf8).span))
    signature[schema.lengthField] = 0
    #expect(limits.fault(in: signature) == "length 0")
    signature[schema.lengthField] = 65_537
    #expect(limits.fault(in: signature) == "length 65537")
    signature[schema.lengthField] = 3
    signature.w0 |= 1 << 63
    #expect(limits.fault(in: signature) == "a bit that the schema leaves unused")
    signature = Signature()
    signature[schema.lengthField] = 3
    #expect(limits.fault(in: signature) == "no kind of character")
    let blank = schema.signature(of: Profiler(schema).profile(of: [UInt8]().span))
    #expect(limits.fault(in: blank) == nil)
  }
}
