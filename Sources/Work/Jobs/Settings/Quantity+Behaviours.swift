import Diagnostics
package import Metrics

// What users type about what the refused are assumed to do.
extension Quantity {
  /// Reads `all`, or names with commas between them.
  ///
  /// - Throws: ``QuantityProblem`` for any other text.
  package static func behaviours(_ text: String) throws(QuantityProblem) -> Set<Behaviour> {
    guard let found = BehaviourSelection.behaviours(text) else {
      let names = Behaviour.allCases.map(\.rawValue)
      let unknown = text.split(separator: ",").map(String.init).first { !names.contains($0) }
      let suggestion = unknown.flatMap { nearest(to: $0, among: names + ["all"]) }
      throw .unreadable(
        text,
        expected: "all, or names with commas between them: " + names.joined(separator: ", ")
          + (suggestion.map { " (did you mean '\($0)'?)" } ?? ""))
    }
    return found
  }

  /// Reads shares by the first letters of the behaviours.
  ///
  /// - Throws: ``QuantityProblem`` for any other text.
  package static func mixture(_ text: String) throws(QuantityProblem) -> Mixture {
    guard let mixture = Mixture(text) else {
      throw .unreadable(
        text,
        expected: "decimal shares of proportional, convergent, uniform and extraneous that add up "
          + "to 1, such as p=0.6,c=0.05,u=0,e=0.35")
    }
    return mixture
  }
}
