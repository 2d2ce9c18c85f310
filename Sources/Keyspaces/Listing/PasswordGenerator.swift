package import BigInt
package import PasswordRules

/// Draws passwords that a policy permits, each equally likely.
///
///     var generator = try PasswordGenerator(policy, lengths: 12...12)
///     var random = SystemRandomNumberGenerator()
///     generator.next(using: &random)
///
/// Over several lengths each password is still as likely as any other, so nearly all come out at the
/// greatest length.
package struct PasswordGenerator: Sendable {
  /// How many passwords there are to draw from.
  package let count: BigUInt
  private let order: PasswordOrder
  /// The lengths, and how many passwords are no longer.
  private let cumulative: [(length: Int, count: BigUInt)]

  /// Prepares to draw; lists and scores of the policy are left out.
  ///
  /// - Throws: ``KeyspaceProblem`` when that takes too many states.
  package init(
    _ policy: Policy, lengths: ClosedRange<Int>, repertoire: Repertoire = .all
  ) throws(KeyspaceProblem) {
    order = try PasswordOrder(policy, lengths: lengths, repertoire: repertoire)
    var (cumulative, sum) = ([(length: Int, count: BigUInt)](), BigUInt())
    for length in lengths {
      sum += order.count(length: length)
      cumulative.append((length, sum))
    }
    self.cumulative = cumulative
    count = sum
  }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { count.isZero }

  /// A password; ``count`` must not be 0.
  package func next(using random: inout some RandomNumberGenerator) -> String {
    password(at: BigUInt.random(below: count, using: &random))
  }

  /// The password with a number below ``count``: shorter ones first, then by scalars.
  package func password(at rank: BigUInt) -> String {
    var before = BigUInt()
    for (length, count) in cumulative {
      if rank < count { return order.password(length: length, at: rank - before) }
      before = count
    }
    preconditionFailure("no password has this number")
  }

  /// The password with a number given in decimal digits; nil where there is none such.
  package func password(atDecimal digits: String) -> String? {
    guard let rank = BigUInt(digits, radix: 10), rank < count else { return nil }
    return password(at: rank)
  }

  /// The number of a password; nil when it is not one of those that are drawn.
  package func rank(of password: String) -> BigUInt? {
    guard let rank = order.rank(of: password) else { return nil }
    let length = password.unicodeScalars.count
    return rank + (cumulative.last { $0.length < length }?.count ?? 0)
  }
}

extension BigUInt {
  /// A number below a limit that is not 0, each equally likely: random bits, drawn again while they
  /// are too large.
  package static func random(
    below limit: BigUInt, using random: inout some RandomNumberGenerator
  ) -> BigUInt {
    precondition(!limit.isZero, "no number is below 0")
    let words = (limit.bitWidth + 63) / 64
    let spare = UInt(words * 64 - limit.bitWidth)
    while true {
      var drawn = (0..<words).map { _ in UInt(random.next()) }
      drawn[words - 1] >>= spare
      let number = BigUInt(words: drawn)
      if number < limit { return number }
    }
  }
}
