/// The choices that no other one dominates: none is as good in cost and loss, and better in one.
///
///     paretoFront([(1, 9), (2, 3), (2, 5), (4, 1)])   // [0, 1, 3]
///
/// - Parameter choices: The cost and the loss of each; nil for no choice.
/// - Returns: Their indices, by ascending cost; of equal choices the first.
/// - Complexity: O(n log n).
package func paretoFront(_ choices: [(cost: Double, loss: Double)?]) -> [Int] {
  let known = choices.indices.compactMap { index in choices[index].map { (index, $0) } }
  let sorted = known.sorted { ($0.1.cost, $0.1.loss, $0.0) < ($1.1.cost, $1.1.loss, $1.0) }
  var least = Double.infinity
  return sorted.compactMap { index, choice in
    guard choice.loss < least else { return nil }
    least = choice.loss
    return index
  }
}
