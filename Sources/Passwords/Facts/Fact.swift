/// A number that profiles hold and signatures record, the same for every recipe.
///
/// Whoever treats all facts alike walks ``allCases`` and reads their rows: demands, recipes and
/// their texts, differences, coarsening, folding, forgetting, columns. So a new fact is a case with
/// its ``row``, and its measurement in ``Profiler``. The order of cases is the order of packing and
/// of statements; a recipe without a fact is packed and written as if the fact did not exist.
///
///     recipe.field(of: .longestRun)     // nil if the recipe does not record it
///     profile[.longestRun]
@usableFromInline package enum Fact: UInt8, Hashable, Sendable, CaseIterable {
  case length, longestRun, longestSequence, longestClassRun, uniqueCharacters
  case meter, score, guessesBin, budgetsTooSmall, decisivePattern
  case combinedBin, combinedBudgetsTooSmall

  /// Its place among the ``Profile/numbers``: its raw value, in a form that can be inlined.
  @inlinable package var place: Int {
    // SAFETY: a value is one byte, the number of its case, which is its raw value.
    @inline(__always) get { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
  }
}
