import BigInt

extension Keyspace {
  /// The length of generated passwords if the user chooses none: the shortest permitted from the
  /// policy's minimum on, or from 16 on if it has none; the longest permitted if those are too
  /// long.
  ///
  /// - Parameter range: The lengths that the policy permits.
  /// - Returns: The length; nil if no password is permitted.
  /// - Throws: ``KeyspaceProblem`` if an exact number is out of reach.
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
