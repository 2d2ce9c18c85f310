import Diagnostics
import Intake
import TestSupport
import Testing

/// ISA-L against zlib: `Reading` reads files with each; FIFOs, which cannot be read again, are read
/// with zlib.
@Suite struct FastInflaterTests {
  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test func `ISA-L is installed, as by make setup`() {
    #if os(Linux)
      #expect(FastInflater.isAvailable)
    #endif
  }

  @Test(.firstFailureOnly, arguments: seeds(40, of: 1_500))
  func `ISA-L and zlib give the same lines and problems`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = damaged(members(&random), &random)
    let buffer = [2, 64, 4096, 65_536].randomElement(using: &random) ?? 2
    let fast = Reading(try scratch.list(file), buffer: buffer)
    let fifo = try Fifo()
    fifo.write([file])
    let slow = Reading(fifo.input, buffer: buffer)

    #expect(fast.text == slow.text)
    #expect(fast.summary.members == slow.summary.members)
    #expect(fast.summary.isComplete == slow.summary.isComplete)
    #expect(fast.summary.bytesRead == slow.summary.bytesRead)
    #expect(fast.summary.sha256 == slow.summary.sha256)
    #expect(
      fast.summary.problems.map(\.problem.found) == slow.summary.problems.map(\.problem.found))
  }

  /// One to three members with texts of 1 byte to 100 kB, and all kinds of block and header.
  private func members(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...3, using: &random)).flatMap { _ -> [UInt8] in
      let largest = [50, 2_000, 100_000].randomElement(using: &random) ?? 50
      let size = Int.random(in: 1...largest, using: &random)
      let text = (0..<size).map { _ in
        UInt8.random(in: 0..<12, using: &random) == 0
          ? 0x0A : UInt8.random(in: 0x61...0x70, using: &random)
      }
      let block = Gzip.Block.allCases.randomElement(using: &random) ?? .dynamic
      return Gzip.member(
        text, block, header: Gzip.Header(rawValue: UInt8.random(in: 0..<32, using: &random)))
    }
  }

  /// The file unchanged, with a flipped bit, cut, with a stretch of zeros, or with bytes appended.
  private func damaged(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var file = file
    let place = Int.random(in: 2..<file.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: break
    case 1: file[Int.random(in: 10..<min(90, file.count), using: &random)] ^= 4
    case 2: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3: file.removeSubrange(place...)
    case 4: for place in place..<min(place + 20, file.count) { file[place] = 0 }
    default: file += [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 10)
    }
    return file
  }

  @Test(arguments: 0...UInt8.max)
  func `a header that zlib refuses gives no text`(flags: UInt8) throws {
    // Were the refusal forgotten, ISA-L would find text in these bytes.
    let file: [UInt8] =
      [0x1F, 0x8B, 8, flags, 0x0A, 0, 0x31, 0x0C, 0, 0x20, 0x10, 0x20, 0x8A, 0x52, 0x14, 0x79]
      + [0xB9, 0x2E, 0xB7, 0x14, 0xA5, 0xA7, 0xEF, 0x8E, 0x34, 0x3A, 0, 0x3A, 0x1A, 0x1A, 0x39]
      + [0x63, 0x52, 0x3A]
    let content = Gzip.content(of: file)
    let summary = Reading(try scratch.list(file), chunk: 58, buffer: 34, longestLine: 40).summary
    #expect(!summary.isComplete && summary.problems.count == 1)
    if content.text.isEmpty { #expect(summary.textBytes == 0) }
  }

  @Test func `codes that zlib refuses as incomplete are read by ISA-L if the checksum is right`()
    throws
  {
    // A block of three codes of 3 bits each: for a line feed, for `a` and for its end.
    let data: [UInt8] =
      [5, 192, 129, 8, 0, 0, 0, 2, 128, 170, 170, 218, 114, 127, 137, 35, 65, 8]
    let text = Array("aa\na\n".utf8)
    let sound = Gzip.member(text, .stored)
    var file = sound[..<10] + data + sound.suffix(8)
    #expect(Gzip.content(of: Array(file)).ending == .damaged)
    let input = try scratch.list(Array(file))
    let slow = Reading(input, reading: TextSettings(gzip: .zlib))
    #expect(slow.text.isEmpty && !slow.summary.isComplete && slow.summary.members == 0)
    #expect(slow.summary.problems.map(\.isOfCodes) == [true])
    #if os(Linux)
      let fast = Reading(input, reading: TextSettings(gzip: .fastest))
      #expect(fast.text == text)
      #expect(fast.summary.isComplete && fast.summary.problems.isEmpty)
      #expect(fast.summary.members == 1)
    #endif

    file[file.count - 5] ^= 1
    let damaged = Reading(try scratch.list(Array(file)), reading: TextSettings(gzip: .fastest))
    #expect(damaged.summary.problems == slow.summary.problems)
    #expect(damaged.summary.members == 0)
  }

  // MARK: In zip

  @Test(.firstFailureOnly, arguments: seeds(60, of: 3_000))
  func `ISA-L and zlib give the same lines and reason for a deflated zip member`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let size = [50, 2_000, 60_000].randomElement(using: &random) ?? 50
    let text =
      (0..<size).map { _ in
        UInt8.random(in: 0..<9, using: &random) == 0
          ? 0x0A : UInt8.random(in: 0x61...0x70, using: &random)
      } + [0x0A]
    var file = Zip.archive([("a.txt", text)])
    let data = 35..<file.count - 73
    // The directory and the record after it have 73 bytes, the local header before the data 35.
    var expected = text
    var reason: String?
    if seed % 4 != 0 {
      let near = seed % 4 == 1 ? data.prefix(60) : data
      file[near.randomElement(using: &random) ?? 35] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let found = Gzip.inflatedBare(file[data], size + 4096)
      expected = Array(found.text[...(found.text.lastIndex(of: 0x0A) ?? -1)])
      reason = found.fault ?? (found.text == text ? nil : "wrong checksum")
    }
    let buffer = [64, 4096, 65_536].randomElement(using: &random) ?? 64
    let reading = Reading(
      try scratch.list(file), chunk: 262_144, buffer: buffer, longestLine: 100_000)
    #expect(reading.summary.container.archive == .zip)
    if let reason, reason.hasSuffix(" set") {
      // ISA-L reads on where codes are missing in the set, so the text may go on until the checksum.
      #expect(reading.text.starts(with: expected), "\(reason)")
    } else {
      #expect(reading.text == expected, "\(reason ?? "whole")")
    }
    let found = reading.summary.problems.first.map(\.problem.found)
    if let reason {
      #expect(found?.contains(reason) == true, "\(found ?? "nothing") for \(reason)")
    } else {
      #expect(found == nil)
    }
  }

  @Test(arguments: 1...9)
  func `a zip member that ends before its stated size has wrong sizes`(missing: UInt8) throws {
    let text = Array("password\nPassw0rd!\nsecret\n".utf8)
    // Without the record of 22 bytes at the end, the size in the local header counts.
    var file = Array(Zip.archive([("a.txt", text)]).dropLast(22))
    file[18] += missing
    let reading = Reading(try scratch.list(file))
    #expect(reading.text == text)
    #expect(!reading.summary.isComplete)
    #expect(reading.summary.problems.first.map(\.problem.found)?.contains("wrong sizes") == true)
  }
}
