@_spi(House) package import Passwords

extension Scorer {
  /// Scores every line of a batch and stores score, guesses bin, budget and decisive pattern in its
  /// signatures, and the combined estimate if the recipe records it.
  ///
  /// - Parameters:
  ///   - batch: Lines of a chunk.
  ///   - text: The chunk that the batch's offsets refer to.
  ///   - recipe: The recipe of the signatures, made for a demand with `score`.
  /// - Returns: The number of lines with more than 512 UTF-16 units; only the first 512 are scored.
  package mutating func score(
    _ batch: inout LineBatch, in text: RawSpan, recipe: Recipe
  ) -> Int {
    guard let scoreField = recipe.field(of: .score),
      let guessesField = recipe.field(of: .guessesBin),
      let patternField = recipe.field(of: .decisivePattern)
    else { preconditionFailure("the recipe has no room for a score") }
    let budgetField = recipe.field(of: .budgetsTooSmall)
    let budgets = recipe.demand.guessBudgets.span
    let bins = Tables.shared.bins
    let combinedField = recipe.field(of: .combinedBin)
    let combinedBudgetField = recipe.field(of: .combinedBudgetsTooSmall)
    if combinedBudgetField != nil { decades.update(to: recipe.demand.guessBudgets) }
    let walks = combinedField == nil ? nil : modelWalks
    let bytes = Span<UInt8>(_bytes: text)
    if let walks { walks.walk(batch, in: bytes, .builtIn) }
    var truncated = 0
    var first = 0
    while first < batch.count {
      let count = min(Self.groupSize, batch.count - first)
      memo.begin(count)
      if memo.isAwake {
        for slot in 0..<count {
          memo.note(bytes.extracting(batch.line(first + slot).range), at: slot)
        }
      }
      for slot in 0..<count { enter(batch.line(first + slot).range, of: bytes, at: slot) }
      walk(count)
      for slot in 0..<count {
        let index = first + slot
        let strength = strength(of: bytes.extracting(batch.line(index).range), at: slot)
        if strength.isTruncated { truncated &+= 1 }
        var signature = batch[signature: index]
        signature[scoreField] = UInt64(strength.score)
        signature[guessesField] = UInt64(bins.bin(of: strength.guesses))
        signature[patternField] = UInt64(strength.decisivePattern.rawValue)
        if let budgetField {
          var tooSmall: UInt64 = 0
          for place in budgets.indices where budgets[place] < strength.guesses { tooSmall &+= 1 }
          signature[budgetField] = tooSmall
        }
        if let combinedField, let walks {
          let log10Guesses = combine(
            strength.guesses, walks[index], of: bytes.extracting(batch.line(index).range)
          ).log10Guesses
          signature[combinedField] = UInt64(HalfDecades.number(ofLog10: log10Guesses))
          if let combinedBudgetField {
            signature[combinedBudgetField] = decades.countBelow(log10Guesses)
          }
        }
        batch[signature: index] = signature
      }
      first += count
    }
    return truncated
  }
}
