@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) import Files
import Foundation
import GuessModels
import TestSupport
import Testing

/// Models' files whose checksums are right and whose numbers are not.
@Suite struct ModelFileTests {
  private let directory: TemporaryDirectory
  private let bytes: [UInt8]
  private let header: ModelHeader

  init() throws {
    directory = try TemporaryDirectory()
    let model = try ToyCorpus().model(k: 2, leastCount: 1, at: "\(directory.path)/model")
    header = model.header
    bytes = try directory.bytes("model")
  }

  private func word(_ number: Int) -> UInt64 { littleEndian(bytes[8 * number..<8 * number + 8]) }

  private func put(_ number: UInt64, _ count: Int, at offset: Int, in file: inout [UInt8]) {
    file.replaceSubrange(offset..<offset + count, with: littleEndianBytes(number, count))
  }

  /// What is said of the file with some other numbers, each with its offset and its size.
  private func message(_ changes: [(offset: Int, count: Int, number: UInt64)]) throws -> String? {
    var file = bytes
    for change in changes { put(change.number, change.count, at: change.offset, in: &file) }
    let body = Array(file[4096...])
    var checksum: UInt64 = 0
    for start in stride(from: 0, to: body.count, by: 1 << 20) {
      let part = Array(body[start..<min(start + 1 << 20, body.count)])
      checksum = xxh3(part.raw, seed: checksum)
    }
    put(checksum, 8, at: 8 * 16, in: &file)
    let page = Array(file[..<4088])
    put(xxh3(page.raw), 8, at: 4088, in: &file)
    let path = try directory.file("other", file)
    return problem { _ = try TrainedModel(path: path) }?.message
  }

  @Test func `a header says what the model is made of`() throws {
    #expect(try message([]) == nil)
    #expect(header.settings.order == 3 && header.settings.leastCount == 1)
    let words = [
      UInt64(header.settings.order), header.settings.leastCount, 97,
      header.settings.weight.bitPattern, header.settings.isDistinct ? 1 : 0, header.lines,
      header.emptyCount, header.overLongCount, header.digest, UInt64(header.contextCount),
      UInt64(header.transitionCount),
    ]
    #expect(words == (2...12).map(word))
    #expect(word(15) == UInt64(header.sampleCount) && header.fileByteCount == bytes.count)
    #expect(header.transitionCount > header.contextCount && header.lines > 0)
  }

  @Test func `lines that were left out are told apart`() throws {
    let corpus = try ToyCorpus()
    for (empty, overLong) in [(2, 3), (3, 2), (0, 1), (1, 0)] as [(UInt64, UInt64)] {
      var counts = try counted(corpus.passwords, order: 3)
      counts.leftOut(empty: empty, overLong: overLong)
      let path = "\(directory.path)/left-\(empty)"
      try corpus.builder(k: 2, leastCount: 1).write(counts, to: FilePlace(path))
      let found = try TrainedModel(path: path).header
      #expect(found.emptyCount == empty && found.overLongCount == overLong)
      #expect(found.lines == header.lines)
    }
  }

  @Test func `a header with an impossible number is refused`() throws {
    let contexts = UInt64(header.contextCount)
    for (word, numbers) in [
      (2, [0, 7, .max]), (4, [96, 98]), (5, [(1.5).bitPattern, (-0.1).bitPattern]), (6, [2]),
      (11, [0]), (12, [1 << 40]), (13, [96]), (14, [contexts, .max]), (15, [0, 10_000_001]),
    ] as [(Int, [UInt64])] {
      for number in numbers {
        let found = try message([(8 * word, 8, number)])
        #expect(
          found?.contains("damaged: header, at or after byte \(8 * word)\n") == true, "\(word)")
      }
    }
    for word in [5, 6, 7, 8, 9, 10, 14] {
      #expect(try message([(8 * word, 8, word == 14 ? contexts - 1 : 0)]) == nil, "\(word)")
    }
    for word in [11, 13, 15] {
      let found = try message([(8 * word, 8, self.word(word) + 4096)])
      #expect(found?.contains("is cut") == true || found?.contains("bytes") == true, "\(word)")
    }
  }

  @Test func `a body with an impossible number is refused`() throws {
    let (nodes, second) = (4096, 4096 + 32)
    let transitions = (nodes + 32 * header.contextCount + 4095) / 4096 * 4096
    let sample = bytes.count - 8 * header.sampleCount
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    for (offset, count, other, part, place) in [
      // The first transition, the shorter context, the transitions of low symbols, the length.
      (nodes + 16, 4, 1, "contexts", nodes), (nodes + 20, 4, 1, "contexts", nodes),
      (nodes + 26, 1, 63, "contexts", nodes), (nodes + 27, 1, 1, "contexts", nodes),
      (nodes, 8, .max - 1, "contexts", nodes), (second + 16, 4, 0, "contexts", second),
      (second + 20, 4, 1, "contexts", second), (second + 27, 1, 2, "contexts", second),
      (second + 26, 1, number(second + 26, 1) + 1, "contexts", second),
      (second + 8, 8, 1 << 33, "contexts", second),
      (transitions + 2, 4, UInt64(header.contextCount), "transitions", transitions),
      (sample, 8, (1e6).bitPattern, "sample", sample),
      (sample, 8, Double.nan.bitPattern, "sample", sample),
      (sample + 8, 8, 0, "sample", sample + 8),
    ] as [(Int, Int, UInt64, String, Int)] {
      let found = try message([(offset, count, other)])
      #expect(
        found?.contains("damaged: \(part), at or after byte \(place)\n") == true,
        "\(offset): \(found ?? "")")
    }
    // A context more, without its transitions.
    let last = nodes + 32 * (header.contextCount - 1)
    let found = try message([
      (last, 8, number(last, 8) ^ 1), (last + 26, 1, number(last + 26, 1) ^ 1),
    ])
    #expect(found?.contains("damaged: contexts") == true)
    // The last node is one that a transition may lead to.
    #expect(try message([(transitions + 2, 4, UInt64(header.contextCount - 1))]) == nil)
  }

  @Test func `damage is told with the part and its place`() throws {
    func found(_ file: [UInt8]) throws -> String? {
      let path = try directory.file("other", file)
      return problem { _ = try TrainedModel(path: path) }?.message
    }
    for (place, part, start) in [
      (100, "header", 0), (4095, "header", 0), (4096, "content", 4096),
      (bytes.count - 1, "content", 4096),
    ] {
      var file = bytes
      file[place] ^= 0x10
      let told = try found(file)
      #expect(
        told?.contains("damaged: \(part), at or after byte \(start)\n") == true, "\(told ?? "")")
    }
    for (count, expected) in [(16, 4096), (4095, 4096), (4096, bytes.count), (4097, bytes.count)] {
      #expect(try found(Array(bytes.prefix(count)))?.contains("expected \(expected) bytes") == true)
    }
    // As many places in the header as there is room for, and more than the contexts have.
    let told = try message([(8 * 13, 8, word(13) + 1)])
    #expect(told?.contains("damaged: contexts, at or after byte 4096\n") == true, "\(told ?? "")")
    // A root that lacks a symbol, and says so.
    for (offset, count, number) in [(4096, 8, UInt64.max - 1), (4096 + 8, 8, 1 << 33 - 2)] {
      let less = try message([(offset, count, number), (4096 + 26, 1, offset == 4096 ? 63 : 64)])
      #expect(less?.contains("damaged: contexts, at or after byte 4096\n") == true, "\(less ?? "")")
    }
  }

  @Test func `settings by default are those of the command`() {
    let settings = ModelSettings()
    #expect(settings.order == 6 && settings.leastCount == 2)
    #expect(settings.weight == 0.6 && !settings.isDistinct)
  }

  @Test func `nothing is likelier than the likeliest, and the first guess finds it`() throws {
    let sample = GuessSample([2, 2, 3, 5])
    for bits in [0.0, 1.5, 2] {
      let estimate = sample.estimate(bits: bits)
      #expect(estimate.log2Guesses == -.infinity && estimate.relativeError == 0)
      #expect(estimate.standardError == 0 && estimate.log10Interval == 0...0)
    }
    // Two of four, each of a probability of a quarter: half of those that are likelier.
    let next = sample.estimate(bits: 2.5)
    #expect(abs(next.guesses - 2) < 1e-12 && next.relativeError > 0)
    #expect(next.log10Interval.lowerBound < log10(3) && next.log10Interval.upperBound > log10(3))
    // The table that answers passwords has the guess itself, within a 32nd of a bit.
    let model = try ToyCorpus().model(k: 3, leastCount: 1, at: "\(directory.path)/table")
    var all: [Double] = []
    model.draw { bits, _ in
      all.append(bits)
      return all.count < model.header.sampleCount
    }
    let places = try #require(try ToyCorpus().rows(of: "order").first?.first)
    // Further down it lies between points.
    for place in places.prefix(10) {
      let password = Array(place.password.utf8)
      let bits = model.bits(password.span)
      // Of those of as many bits, all are likelier or none.
      let (least, most) = (
        model.sample.estimate(bits: bits - 1e-9).guesses,
        model.sample.estimate(bits: bits + 1e-9).guesses
      )
      let found = exp2(model.log10Guesses(password.span) / log10(2))
      #expect(found >= (least + 1) * 0.97 && found <= (most + 1) * 1.03, "\(bits)")
    }
  }
}
