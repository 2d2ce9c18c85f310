@_spi(Internal) import Bytes
import Diagnostics
import Files
import Foundation
import GuessModels
import PasswordStrength
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct TrainedModelTests {
  private let directory: TemporaryDirectory
  private let model: TrainedModel
  private var path: String { "\(directory.path)/model" }

  init() throws {
    directory = try TemporaryDirectory()
    let corpus = try ToyCorpus()
    let passwords = corpus.passwords + madeUp(3_000, seed: 1)
    try corpus.builder(k: 5, leastCount: 2).write(
      counted(passwords, order: 6), to: FilePlace("\(directory.path)/model"))
    model = try TrainedModel(path: "\(directory.path)/model")
  }

  private func bits(of password: [UInt8]) -> Double { model.bits(password.span) }

  /// The guesses of passwords that are walked as a batch, by their numbers.
  private func sideBySide(_ passwords: [[UInt8]]) -> [Int: Double] {
    var text: [UInt8] = []
    var batch = LineBatch()
    for password in passwords {
      let line = LineBatch.Line(
        start: UInt32(text.count), byteCount: UInt32(password.count),
        encoding: password.allSatisfy { $0 < 0x80 } ? .ascii : .illFormed)
      batch.append(line, Signature())
      text += password
    }
    var found: [Int: Double] = [:]
    model.walk(batch, in: text.raw) { found[$0] = $1 }
    return found
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 20))
  func `passwords side by side have the guesses of each alone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 15, 16, 17, 255, 256] {
      let passwords = madeUp(count, seed: seed &+ UInt64(count)).map { Array($0.password.utf8) }
        .map { Bool.random(using: &random) ? $0 : $0 + [0xFF] }
      let found = sideBySide(passwords)
      let alone = passwords.map { model.log10Guesses($0.span) }
      try #require(found.count == count)
      for index in alone.indices { try #require(found[index] == alone[index]) }
    }
  }

  @Test func `the drawn passwords are those of the file, with the bits of a walk`() throws {
    var bits: [Double] = []
    var symbols: [[UInt8]] = []
    model.draw {
      bits.append($0)
      symbols.append($1)
      return bits.count < 500
    }
    for (each, bits) in zip(symbols, bits) where each.count < 256 && !each.contains(96) {
      #expect(self.bits(of: each.map { $0 + 31 }) == bits)
    }
    var drawn: [Double] = []
    model.draw { bits, _ in
      drawn.append(bits)
      return drawn.count < model.header.sampleCount
    }
    #expect(drawn.sorted() == model.sample.bits)
  }

  @Test func `passwords are drawn as often as they are likely`() throws {
    // After 'a' every digit came once, and everywhere else '0' is common.
    let digits = (0...9).map { ToyCorpus.Counted(password: "a\($0)", count: 1) }
    try ToyCorpus().builder(k: 1, leastCount: 1).write(
      counted(digits + [ToyCorpus.Counted(password: "0", count: 30)], order: 2),
      to: FilePlace("\(directory.path)/digits"))
    let model = try TrainedModel(path: "\(directory.path)/digits")
    let count = 100_000
    var drawn: [[UInt8]: (times: Double, bits: Double)] = [:]
    var rest = count
    model.draw {
      drawn[$1, default: (0, $0)].times += 1
      rest -= 1
      return rest > 0
    }
    let frequent = drawn.values.map { (times: $0.times, expected: Double(count) * exp2(-$0.bits)) }
      .filter { $0.expected >= 40 }
    try #require(frequent.count >= 10)
    let squares = frequent.map { ($0.times - $0.expected) * ($0.times - $0.expected) / $0.expected }
    // The mean of squares of normal deviations is 1, with a variance of 2 by their number.
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(mean < 1 + 5 * (2 / Double(squares.count)).squareRoot(), "\(frequent.count) passwords")
  }

  @Test func `more bits are never fewer guesses, and an interval holds them`() throws {
    var last = -Double.infinity
    for step in 0...3_000 {
      let bits = Double(step) / 16
      let estimate = model.sample.estimate(bits: bits)
      #expect(estimate.log2Guesses >= last)
      let interval = estimate.log10Interval
      #expect(interval.lowerBound >= 0 && interval.upperBound >= interval.lowerBound)
      last = estimate.log2Guesses
    }
  }

  @Test func `the combined estimate has the file's weight, and the model's guesses`() throws {
    var scorer = Scorer(referenceYear: 2026, words: .none, cuts: .standard, model: model)
    var plain = Scorer(referenceYear: 2026)
    for each in madeUp(200, seed: 4) where !each.password.isEmpty {
      let password = Array(each.password.utf8)
      let found = scorer.combinedGuesses(password.span)
      let zxcvbn = plain.combinedGuesses(password.span).zxcvbnLog10
      let own = model.log10Guesses(password.span)
      #expect(found.modelLog10 == own && found.zxcvbnLog10 == zxcvbn)
      #expect(found.log10Guesses == max(0, zxcvbn + min(0.6 * (own - zxcvbn), 3)))
    }
  }

  @Test func `a file belongs to its owner alone`() throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }

  @Test func `a file with any other byte is refused`() throws {
    let corpus = try ToyCorpus()
    let small = "\(directory.path)/small"
    _ = try corpus.model(k: 2, leastCount: 1, at: small)
    let bytes = try Data(contentsOf: URL(filePath: small))
    let damaged = "\(directory.path)/damaged"
    var file = bytes
    for offset in few(2_000, of: Array(bytes.indices)) {
      file[offset] ^= UInt8(1 << (offset % 8))
      try file.write(to: URL(filePath: damaged))
      let code = thrownCode { _ = try TrainedModel(path: damaged) }
      #expect(code?.hasSuffix("-built-file") == true || code == "unknown-version", "byte \(offset)")
      file[offset] = bytes[offset]
    }
    for count in [0, 7, 16, 4_095, 4_096, 9_000, bytes.count - 1] {
      try bytes.prefix(count).write(to: URL(filePath: damaged))
      let code = thrownCode { _ = try TrainedModel(path: damaged) }
      #expect(code == (count < 8 ? "foreign-built-file" : "cut-built-file"), "\(count) bytes")
    }
    try (bytes + [0]).write(to: URL(filePath: damaged))
    #expect(thrownCode { _ = try TrainedModel(path: damaged) } == "cut-built-file")
  }

  @Test func `a file that changes while it is in use is an error and no crash`() throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    let size = Int(try handle.seekToEnd())
    try model.checkUnchanged()
    // Another time of the same bytes is no change.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
    try model.checkUnchanged()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      try handle.seek(toOffset: UInt64(Int.random(in: 4_096..<size / 2, using: &random)))
      try handle.write(contentsOf: (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
      for each in madeUp(100, seed: 9) { _ = bits(of: Array(each.password.utf8)) }
    }
    #expect(throws: ModelFile.changed.of(path)) { try model.checkUnchanged() }
    try handle.truncate(atOffset: 0)
    for each in madeUp(100, seed: 9) { _ = bits(of: Array(each.password.utf8)) }
    #expect(throws: ModelFile.changed.of(path)) { try model.checkUnchanged() }
  }

  @Test func `a password's difficulty is its dearest character`() {
    func difficulty(_ password: String) -> EstimateDifference {
      let utf8 = Array(password.utf8)
      return model.difficulty(utf8.span)
    }
    #expect(difficulty("aüb") == .otherCharacters)
    #expect(difficulty("Xab") == .unmetStart(0...0))
    #expect(difficulty("otterZ") == .unmetSequence(4...5))
  }
}
