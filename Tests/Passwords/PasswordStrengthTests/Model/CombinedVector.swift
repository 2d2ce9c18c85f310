import TestSupport

/// What the Python reference of the combined estimate says of one made-up password, in the year 2026.
struct CombinedVector: Decodable {
  var password: String
  var bits: Double
  var modelLog10: Double
  var zxcvbnLog10: Double
  var combinedLog10: Double

  static func rows() throws -> [CombinedVector] {
    try VectorFile("strength/combined-vectors.jsonl").snakeCaseRows(as: Self.self)
  }
}
