import Foundation
import TestSupport

/// The reference's answer for one password, in the year 2026.
struct ReferenceVector: Decodable {
  var password: String
  var score: Int
  var guesses: Double
  var guessesLog10: Double
  var sequence: [Part]
  var origin: String

  struct Part: Decodable {
    var pattern: String
    var i: Int
    var j: Int
    var guesses: Double
    var dictionaryName: String?
    var rank: Int?
    var reversed: Bool?
    var l33t: Bool?
    var uppercaseVariations: Double?
    var l33tVariations: Double?
    var graph: String?
    var turns: Int?
    var shiftedCount: Int?
    var baseToken: String?
    var baseGuesses: Double?
    var repeatCount: Int?
    var sequenceName: String?
    var ascending: Bool?
    var separator: String?
    var year: Int?
    var month: Int?
    var day: Int?
  }

  static let year = 2026

  /// Never the password: it may be a real one.
  var label: String { "\(origin), \(password.utf16.count) units" }

  static func rows(of file: VectorFile) throws -> [ReferenceVector] {
    try file.snakeCaseRows(as: Self.self)
  }
}

extension VectorFile {
  /// The rows of a file whose keys have underscores.
  func snakeCaseRows<Row: Decodable>(as type: Row.Type) throws -> [Row] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try rows(as: type, by: decoder)
  }
}
