public import BigInt
package import PasswordPolicies

/// Generates passwords that a policy permits, each with the same probability.
///
///     let generator = try PasswordSpace(rules).generator(lengths: 12...12)
///     var random = SystemRandomNumberGenerator()
///     generator.next(using: &random)
///
/// Making it takes most of the time, so keep it for many passwords. The equal probability
/// holds over several lengths, too, so nearly all passwords have the greatest length.
public struct PasswordGenerator: Sendable {
  /// The number of passwords that it can generate.
  public let count: BigUInt
  private let order: PasswordOrder
  /// The lengths, with the number of passwords up to each.
  private let cumulative: [(length: Int, count: BigUInt)]

  /// Prepares to generate; ignores lists and scores of the policy.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - lengths: The lengths of the passwords.
  ///   - repertoire: The characters that exist.
  ///   - mostNumbers: The most numbers to store.
  ///   - deadline: The time to give up; nil for no limit.
  /// - Throws: ``KeyspaceProblem`` if this takes too many states, or too long.
  package init(
    _ policy: Policy, lengths: ClosedRange<Int>, repertoire: Repertoire = .all,
    mostNumbers: Int = PasswordOrder.mostNumbers, deadline: ContinuousClock.Instant? = nil
  ) throws(KeyspaceProblem) {
    order = try PasswordOrder(
      policy, lengths: lengths, repertoire: repertoire, mostNumbers: mostNumbers,
      deadline: deadline)
    var (cumulative, sum) = ([(length: Int, count: BigUInt)](), BigUInt())
    for length in lengths {
      sum += order.count(length: length)
      cumulative.append((length, sum))
    }
    self.cumulative = cumulative
    count = sum
  }

  /// Whether no password can be generated.
  public var isEmpty: Bool { count.isZero }

  /// A random password; ``count`` must not be 0.
  public func next(using random: inout some RandomNumberGenerator) -> String {
    password(at: BigUInt.random(below: count, using: &random))
  }

  /// The password with a rank below ``count``: shorter ones first, then by scalars.
  public func password(at rank: BigUInt) -> String {
    var before = BigUInt()
    for (length, count) in cumulative {
      if rank < count { return order.password(length: length, at: rank - before) }
      before = count
    }
    preconditionFailure("no password has this number")
  }

  /// The password with a rank in decimal digits; nil if there is no such rank.
  package func password(atDecimal digits: String) -> String? {
    guard let rank = BigUInt(digits, radix: 10), rank < count else { return nil }
    return password(at: rank)
  }

  /// The rank of a password; nil if the generator cannot produce it.
  public func rank(of password: String) -> BigUInt? {
    guard let rank = order.rank(of: password) else { return nil }
    let length = password.unicodeScalars.count
    return rank + (cumulative.last { $0.length < length }?.count ?? 0)
  }
}

extension BigUInt {
  /// A uniform random number below a limit other than 0: draws random bits until the number is
  /// small enough.
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

extension Keyspace {
  /// The length of generated passwords if the user chooses none: the shortest permitted length from
  /// the policy's minimum on, or from 16 on if there is no minimum; if these are too long, the
  /// longest permitted length.
  ///
  /// - Parameter range: The lengths that the policy permits.
  /// - Returns: The length; nil if no password is permitted.
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package mutating func lengthToDraw(in range: LengthRange) throws(KeyspaceProblem) -> Int? {
    guard let lengths = range.lengths else { return nil }
    let counts = try counts(lengths: lengths)
    let permitted = zip(lengths, counts).filter { !$0.1.isZero }.map(\.0)
    let start = range.lowerFrom == .default ? Self.usualLength : range.lower
    return permitted.first { $0 >= start } ?? permitted.last
  }

  /// The length of passwords for a policy without a minimum.
  private static let usualLength = 16
}
