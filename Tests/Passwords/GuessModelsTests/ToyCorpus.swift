import Files
import Foundation
import GuessModels
import TestSupport

/// The made-up passwords of the vectors, models of them, and what the Python reference says.
struct ToyCorpus {
  /// A line of the vectors.
  struct Row: Decodable {
    var kind: String
    var k: Int?
    var leastCount: UInt64?
    var contexts: Int?
    var transitions: Int?
    var password: String?
    var bits: String?
    var other: Int?
    var target: Double?
    var guesses: String?
    var se: String?
    var first: [Place]?
    var sample: Sample?
    var counted: [Counted]?

    private enum CodingKeys: String, CodingKey {
      case leastCount = "T"
      case kind, k, contexts, transitions, password, bits, other, target, guesses, se, first, sample
      case counted
    }
  }

  /// A password in the order of likelihood.
  struct Place: Decodable {
    var password: String
    var bits: String
  }

  /// A sample, or the rule that makes it.
  enum Sample: Decodable {
    case bits([Double])
    case grid

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self = (try? value.decode([Double].self)).map(Self.bits) ?? .grid
    }

    var values: [Double] {
      switch self {
      case .bits(let bits): bits
      case .grid: (0..<1000).map { 1 + 29 * Double($0) / 999 }
      }
    }
  }

  /// A password and its count.
  struct Counted: Decodable {
    let password: String
    let count: UInt64

    init(password: String, count: UInt64) {
      self.password = password
      self.count = count
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      password = try values.decode(String.self)
      count = try values.decode(UInt64.self)
    }
  }

  let rows: [Row]
  let passwords: [Counted]

  init() throws {
    rows = try VectorFile("guess-model/markov-vectors.jsonl").rows(as: Row.self)
    passwords = rows.first { $0.kind == "corpus" }?.counted ?? []
  }

  func rows(of kind: String) -> [Row] { rows.filter { $0.kind == kind } }

  func builder(k: Int, leastCount: UInt64) -> ModelBuilder {
    var settings = ModelSettings()
    settings.order = k + 1
    settings.leastCount = leastCount
    return ModelBuilder(
      settings, memory: 1 << 20, directory: temporaryPath, sampleCount: 300)
  }

  /// The model of all passwords, before its numbers are rounded.
  func table(k: Int, leastCount: UInt64) throws -> ContextTable {
    try builder(k: k, leastCount: leastCount).table(counted(passwords, order: k + 1))
  }

  /// Writes the model of all passwords, and opens it.
  func model(k: Int, leastCount: UInt64, at path: String) throws -> TrainedModel {
    try builder(k: k, leastCount: leastCount).write(
      counted(passwords, order: k + 1), to: FilePlace(path), replacing: Replacing(isForced: true))
    return try TrainedModel(path: path)
  }
}

/// Counts passwords.
func counted(
  _ passwords: [ToyCorpus.Counted], order: Int, memory: Int = 1 << 20
) throws -> TrainingCounts {
  var counter = try PasswordCounter(order: order, memory: memory, directory: temporaryPath)
  for each in passwords { try counter.add(Array(each.password.utf8).span, each.count) }
  return counter.finish()
}

/// Passwords made up by chance, some of them often, some beyond ASCII.
func madeUp(_ count: Int, seed: UInt64) -> [ToyCorpus.Counted] {
  var random = SeededGenerator(seed: seed)
  let letters = Array("abcdefgh0123!é ~")
  return (0..<count).map { _ in
    ToyCorpus.Counted(
      password: String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        }), count: UInt64.random(in: 1...5, using: &random))
  }
}

/// The directory of temporary files.
let temporaryPath = NSTemporaryDirectory()
