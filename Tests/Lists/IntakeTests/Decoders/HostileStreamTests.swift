import Foundation
import Intake
import TestSupport
import Testing

/// Compressed lists that are cut, changed in a byte near either end, or joined: no line is lost
/// silently, and none that the format's own program still outputs.
@Suite struct HostileStreamTests {
  /// A compressed format as its own program writes it, with checksums.
  enum Form: String, CaseIterable {
    case gzip, bgzip, zstd, xz, bzip2, lz4, lzip

    /// The number of bytes that begin a member.
    var signatureByteCount: Int {
      switch self {
      case .gzip, .bgzip: 3
      case .zstd, .lz4, .bzip2: 4
      case .lzip: 5
      case .xz: 6
      }
    }

    /// Whether zlib decides what is left of damaged data: gzip(1) continues after a match that
    /// reaches back beyond the text.
    var isOfZlib: Bool { self == .gzip || self == .bgzip }

    func pack(_ text: [UInt8], in scratch: TemporaryDirectory) throws -> [UInt8] {
      switch self {
      case .gzip: return Gzip.member(text)
      case .bgzip:
        let blocks = stride(from: 0, to: text.count, by: 0xFF00).flatMap {
          SizedMembersTests.member(Array(text[$0..<min($0 + 0xFF00, text.count)]), .bgzip)
        }
        return blocks + SizedMembersTests.member([], .bgzip)
      case .zstd, .xz, .bzip2, .lz4, .lzip:
        let path = try scratch.file("text", text)
        return try output(of: "\(rawValue) -qc < '\(path)'")
      }
    }
  }

  /// A damaged file, and the text whose lines it may contain.
  struct Damaged {
    let words: String
    let file: [UInt8]
    let text: [UInt8]
  }

  /// The output of the format's own program for a file.
  struct Reference {
    var lineFeeds = 0
    var isContent = false
  }

  /// All damaged files of the group, made from one text.
  private func damages(_ form: Form, _ text: [UInt8], in scratch: TemporaryDirectory) throws
    -> [Damaged]
  {
    let file = try form.pack(text, in: scratch)
    // Long texts take most of the time, and their ends are like those of shorter ones.
    let isEveryBit = isExhaustive && text.count < 100_000
    var all: [Damaged] = []
    func add(_ words: String, _ bytes: some Sequence<UInt8>, _ text: [UInt8]) {
      all.append(Damaged(words: words, file: Array(bytes), text: text))
    }
    for part in 1..<16 { add("cut at \(part)/16", file[..<(file.count * part / 16)], text) }
    let ends = Set(0..<min(64, file.count)).union(max(0, file.count - 64)..<file.count)
    for place in ends.sorted() {
      for bits in isEveryBit ? [1, 2, 4, 8, 16, 32, 64, 128, 255] : [1 << (place % 8), 255] {
        add("byte \(place) by \(bits)", flipped(file, place, UInt8(bits)), text)
      }
    }
    let (both, twice) = (file + file, text + text)
    let signature = file.count..<file.count + form.signatureByteCount
    for place in signature {
      for bits in Set([1, 0x80, 0xFF, both[place]]).subtracting([0]) {
        add("second signature, byte \(place) by \(bits)", flipped(both, place, bits), twice)
      }
    }
    add("second signature gone", file + file[form.signatureByteCount...], twice)
    for end in [1, 2, form.signatureByteCount, form.signatureByteCount + 5, file.count / 2] {
      add("second cut at \(end)", both[..<(file.count + end)], twice)
    }
    for place in Set(ends.map { $0 + file.count }).subtracting(signature).sorted() {
      add("byte \(place) of the second", flipped(both, place, 1 << UInt8(place % 8)), twice)
    }
    return all
  }

  private func flipped(_ file: [UInt8], _ place: Int, _ bits: UInt8) -> [UInt8] {
    var file = file
    file[place] ^= bits
    return file
  }

  /// Runs the format's own program for all files at once.
  private func references(
    _ form: Form, _ damages: [Damaged], in scratch: TemporaryDirectory
  ) throws -> [Reference] {
    if form.isOfZlib {
      return damages.map { damaged in
        guard damaged.file.starts(with: [0x1F, 0x8B]) else { return Reference() }
        let content = Gzip.content(of: damaged.file, most: damaged.text.count + 1)
        return Reference(
          lineFeeds: content.text.count { $0 == 10 }, isContent: content.ending == .whole)
      }
    }
    for (number, damaged) in damages.enumerated() {
      _ = try scratch.file("damaged/\(number)", damaged.file)
    }
    let answer = try output(
      of: """
        command -v \(form.rawValue) > '\(scratch.path)/found' || exit 9
        for number in $(seq 0 \(damages.count - 1)); do
          file='\(scratch.path)'/damaged/$number
          \(form.rawValue) -qdc < $file 2> '\(scratch.path)/error' | wc -l
          echo ${PIPESTATUS[0]}
        done
        """)
    let answers = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    let numbers = answers.map { Int($0) ?? -1 }
    try #require(numbers.count == 2 * damages.count && !numbers.contains(-1))
    return damages.indices.map {
      Reference(lineFeeds: numbers[2 * $0], isContent: numbers[2 * $0 + 1] == 0)
    }
  }

  static let texts: [Int] = isExhaustive ? [3, 700, 30_000] : [3, 700]

  @Test(.firstFailureOnly, arguments: Form.allCases, texts)
  func `damaged data have all lines or a problem`(form: Form, lineCount: Int) throws {
    let scratch = try TemporaryDirectory()
    var random = SeededGenerator(seed: UInt64(lineCount))
    let lines = (0..<lineCount).map { String(random.next() >> UInt64($0 % 50), radix: 36) + "\n" }
    let text = Array(lines.joined().utf8)
    let whole = Reading(try scratch.list(try form.pack(text, in: scratch)), threads: 2)
    #expect(whole.summary.isComplete && whole.summary.problems.isEmpty)
    #expect(whole.lines == split(text))
    let all = few(40, of: try damages(form, text, in: scratch))
    for (damaged, reference) in zip(all, try references(form, all, in: scratch)) {
      let input = try scratch.list(damaged.file)
      // liblzma notices only at its next call that a chunk of xz is too long. The text it invents
      // until then depends on the sizes of input and room, which are 8 KiB in xz.
      let (capacity, buffers) =
        form == .xz ? (65_536, [(65_536, 2), (16_384, 1)]) : (4096, [(4096, 2), (61, 1)])
      for (buffer, threads) in buffers {
        let reading = Reading(
          input, chunk: capacity, buffer: buffer, longestLine: 4000, threads: threads)
        let summary = reading.summary
        let words = "\(form), \(lineCount) lines, \(damaged.words), \(buffer): \(summary.problems)"
        try #require(summary.isComplete == summary.problems.isEmpty, "\(words)")
        let isAll = reading.text == damaged.text
        if summary.isComplete { try #require(isAll && reference.isContent, "\(words)") }
        let lines = reading.text.count { $0 == 10 } + Int(summary.overLongLines)
        // A window beyond the limit is refused by name, before any line.
        let isRefused = summary.problems.contains {
          if case .windowTooLarge = $0 { true } else { false }
        }
        try #require(
          isRefused || lines >= reference.lineFeeds, "\(words): \(lines) lines of \(reference)")
      }
    }
  }

  @Test func `cut lzip data give the symbol at their end, as lzip does`() throws {
    let scratch = try TemporaryDirectory()
    let text = (0..<700).map { "\($0 * $0 * 7919 % 65_537)\n" }.joined()
    let file = try Form.lzip.pack(Array(text.utf8), in: scratch)
    let cuts = few(200, of: Array(20..<file.count - 20)).map {
      Damaged(words: "cut at \($0)", file: Array(file[..<$0]), text: Array(text.utf8))
    }
    var wrong = 0
    for (cut, reference) in zip(cuts, try references(.lzip, cuts, in: scratch)) {
      let reading = Reading(try scratch.list(cut.file))
      let lines = reading.text.count { $0 == 10 }
      try #require(lines >= reference.lineFeeds && !reading.summary.isComplete, "\(cut.words)")
      if !cut.text.starts(with: reading.text) { wrong += 1 }
    }
    // The missing part of the symbol is invented, and may be wrong.
    #expect(wrong * 20 < cuts.count)
  }

  @Test(arguments: Form.allCases)
  func `an empty member with a damaged signature is reported`(form: Form) throws {
    let scratch = try TemporaryDirectory()
    let text = Array("one\ntwo\n".utf8)
    let file = try form.pack([], in: scratch) + form.pack(text, in: scratch)
    for place in 0..<form.signatureByteCount {
      let reading = Reading(try scratch.list(flipped(file, place, 1)))
      // Another level does not damage a bzip2 stream without a block.
      let isAll = reading.summary.isComplete && reading.text == text
      #expect(isAll || !reading.summary.problems.isEmpty, "\(form), byte \(place)")
    }
  }

  @Test(arguments: Form.allCases)
  func `members that are joined have the lines of both`(form: Form) throws {
    let scratch = try TemporaryDirectory()
    let text = Array("one\ntwo\nthree\n".utf8)
    let file = try form.pack(text, in: scratch)
    for threads in [1, 2] {
      let reading = Reading(try scratch.list(file + file), threads: threads)
      #expect(reading.text == text + text)
      #expect(reading.summary.isComplete && reading.summary.problems.isEmpty)
    }
  }
}
