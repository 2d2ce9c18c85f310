import BigInt

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
