import BigInt

extension Keyspace {
  /// The length at which passwords are drawn where nobody asks for one: the shortest permitted from
  /// the policy's minimum on, or from 16 on where it has none; where those are too long, the longest
  /// that is permitted.
  ///
  /// - Parameter range: The lengths that the policy permits.
  /// - Returns: The length; nil where no password is permitted.
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package mutating func lengthToDraw(in range: LengthRange) throws(KeyspaceProblem) -> Int? {
    guard let lengths = range.lengths else { return nil }
    let counts = try counts(lengths: lengths)
    let permitted = zip(lengths, counts).filter { !$0.1.isZero }.map(\.0)
    let start = range.lowerFrom == .default ? Self.usualLength : range.lower
    return permitted.first { $0 >= start } ?? permitted.last
  }

  /// The length of passwords that a policy without a minimum gets.
  private static let usualLength = 16
}
