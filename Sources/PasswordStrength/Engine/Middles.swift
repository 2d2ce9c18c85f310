/// The cheapest pairs of matches at the beginning of a text.
struct Middles {
  /// For each last unit, the least product of a match that ends there and the part before it, which
  /// is one match or stretch; infinite if there is none.
  let products = Cells<Double>(count: Edges.longestText, filledWith: .infinity)
  /// For each length, the least guesses of a part that begins the text, and of a part that ends it.
  let heads = Cells<Double>(count: Edges.longestText, filledWith: .infinity)
  let tails = Cells<Double>(count: Edges.longestText, filledWith: .infinity)

  func deallocate() {
    products.deallocate()
    heads.deallocate()
    tails.deallocate()
  }
}
