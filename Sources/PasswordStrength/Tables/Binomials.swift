/// Binomial coefficients as the reference computes them.
enum Binomials {
  /// C(n, 1) + … + C(n, k): the number of ways to pick up to `k` of `n`, but at least one.
  static func sum(of n: Int, upTo k: Int) -> Double {
    guard k > 0 else { return 0 }
    var sum = 0.0
    var choose = 1.0
    for d in 1...k {
      choose = choose * Double(n - d + 1) / Double(d)
      sum += choose
    }
    return sum
  }
}
