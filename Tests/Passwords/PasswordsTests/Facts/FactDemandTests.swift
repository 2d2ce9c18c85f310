import Passwords
import TestSupport
import Testing

@Suite struct FactDemandTests {
  /// Demands everything, with a different value for each number.
  private static var everything: FactDemand {
    var demand = FactDemand()
    demand.classes = [.upper]
    demand[.longestRun] = 3
    demand[.longestSequence] = 4
    demand[.longestClassRun] = 5
    demand.counts = [.digit: 6]
    demand.lists = 7
    demand.meter = true
    demand.score = true
    demand.guessBudgets = [100, 1e6]
    demand.wholeDecades = true
    return demand
  }

  @Test func `a union demands every fact that either side demands`() {
    let (nothing, all) = (FactDemand(), Self.everything)
    #expect(fieldsAlike(nothing, all) == [], "give every fact a value here")
    var union = nothing
    union.formUnion(all)
    #expect(union == all)
    union = all
    union.formUnion(nothing)
    #expect(union == all)
  }

  @Test func `a union takes the larger of two numbers`() {
    var other = FactDemand()
    other.classes = [.lower]
    other.counts = [.digit: 2, .lower: 1]
    other.lists = 8
    other.guessBudgets = [10, 100]
    for (a, b) in [(other, Self.everything), (Self.everything, other)] {
      var union = a
      union.formUnion(b)
      #expect(union.classes == [.upper, .lower])
      #expect(union.counts == [.digit: 6, .lower: 1])
      #expect(union.lists == 8 && union.meter && union.score)
      #expect(union.guessBudgets == [10, 100, 1e6])
    }
  }
}
