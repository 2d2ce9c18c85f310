import Reports
import TestSupport
import Testing

@Suite struct ParetoFrontTests {
  @Test func `the front holds the choices that no other choice beats`() {
    #expect(paretoFront([(1, 9), (2, 3), (2, 5), (4, 1)]) == [0, 1, 3])
    #expect(paretoFront([(2, 2), nil, (2, 2), (1, 2)]) == [3])
    #expect(paretoFront([nil, nil]) == [])
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `the front holds a choice that beats each choice outside it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let choices = (0..<40).map { _ in
      (
        cost: Double(Int.random(in: 0...9, using: &generator)),
        loss: Double(Int.random(in: 0...9, using: &generator))
      )
    }
    let front = paretoFront(choices)
    for (index, choice) in choices.enumerated() {
      let isBeaten = choices.enumerated().contains { other, rival in
        rival.cost <= choice.cost && rival.loss <= choice.loss
          && (rival.cost < choice.cost || rival.loss < choice.loss || other < index)
      }
      #expect(front.contains(index) != isBeaten, "seed \(seed)")
    }
    #expect(front.map { choices[$0].cost } == front.map { choices[$0].cost }.sorted())
  }
}
