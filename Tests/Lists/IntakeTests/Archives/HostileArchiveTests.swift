import Foundation
import Intake
import TestSupport
import Testing

/// Archives that are cut, changed in one byte, or joined: no line is lost silently.
@Suite struct HostileArchiveTests {
  /// The form of an archive.
  enum Form: String, CaseIterable {
    case tar, gnuTar, zip, storedZip
    /// By hand: sizes in the local headers, or after the data.
    case sizedZip, describedZip

    func pack(_ entries: [Packing.Entry]) -> [UInt8] {
      switch self {
      case .tar: Packing.tar.pack(entries)
      case .gnuTar: Packing.gnuTar.pack(entries)
      case .zip: Packing.zip.pack(entries)
      case .storedZip: Packing.storedZip.pack(entries)
      case .sizedZip: Zip.archive(entries.map { ($0.name, $0.bytes) })
      case .describedZip: Zip.archive(entries.map { ($0.name, $0.bytes) }, isDescribed: true)
      }
    }
  }

  /// The long name needs an extended header in tar.
  static let entries: [Packing.Entry] = ["a.txt", "b.txt", String(repeating: "n", count: 120), "c"]
    .enumerated().map { number, name in
      let lines = (0..<8 + 4 * number).map { "word-\(number)-\($0 * $0)\n" }
      return .init(name: name, bytes: Array(lines.joined().utf8))
    }
  static let lines = Set(entries.flatMap { split($0.bytes) })

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// The ranges of the files' text in an archive, which no checksum of tar covers.
  private func unsummed(_ file: [UInt8], _ form: Form) -> [Range<Int>] {
    guard form == .tar || form == .gnuTar else { return [] }
    return Self.entries.compactMap { entry in
      let start = stride(from: 0, to: file.count, by: 512).first { start in
        file[start...].starts(with: entry.bytes)
      }
      return start.map { $0..<($0 + entry.bytes.count + 511) / 512 * 512 }
    }
  }

  /// Reads an archive from a file and from a pipe, and expects all lines or a problem.
  private func expectNothingMissing(
    _ file: [UInt8], _ words: @autoclosure () -> String
  ) throws {
    let fifo = try Fifo()
    fifo.write([file])
    for (input, way) in [(try scratch.list(file), "file"), (fifo.input, "pipe")] {
      let reading = Reading(input, longestLine: 128)
      let summary = reading.summary
      guard summary.container.archive != nil else { continue }
      #expect(summary.isComplete == summary.problems.isEmpty, "\(words()), \(way)")
      if summary.isComplete {
        let isAll = Set(reading.lines) == Self.lines
        #expect(isAll, "\(words()), \(way): \(reading.lines.count) lines")
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `an archive cut anywhere is incomplete`(form: Form) throws {
    let file = form.pack(Self.entries)
    try expectNothingMissing(file, "whole")
    let whole = Reading(try scratch.list(file))
    #expect(whole.summary.isComplete && Set(whole.lines) == Self.lines)
    let last = form.rawValue.lowercased().hasSuffix("tar") ? file.count - 512 : file.count
    let sixteenths = (1..<16).map { file.count / 16 * $0 }.filter { $0 >= 512 }
    for end in Set(stride(from: 512, to: last, by: 101)).union(sixteenths)
      .union(max(512, last - 100)..<last)
    {
      let reading = Reading(try scratch.list(Array(file[..<end])))
      #expect(reading.summary.container.archive != nil && !reading.summary.isComplete, "\(end)")
    }
  }

  @Test(arguments: Form.allCases)
  func `an archive with a byte changed has all lines or a problem`(form: Form) throws {
    let file = form.pack(Self.entries)
    let unsummed = unsummed(file, form)
    let places = file.indices.filter { place in !unsummed.contains { $0.contains(place) } }
    for place in few(60, of: places) {
      var damaged = file
      damaged[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
      try expectNothingMissing(damaged, "\(form), byte \(place)")
    }
  }

  @Test(arguments: Form.allCases)
  func `an archive with a stretch of zeros has all lines or a problem`(form: Form) throws {
    let file = form.pack(Self.entries)
    let unsummed = unsummed(file, form)
    for length in [4, 512, 1024, 2048] {
      for place in stride(from: 512, to: file.count - length, by: length == 4 ? 64 : 512) {
        var damaged = file
        let stretch = place..<place + length
        if unsummed.contains(where: { $0.contains(stretch) }) { continue }
        damaged.replaceSubrange(stretch, with: repeatElement(0, count: length))
        // A tar archive without its last members is just a shorter one.
        if !unsummed.isEmpty, damaged[place...].allSatisfy({ $0 == 0 }) { continue }
        try expectNothingMissing(damaged, "\(form), \(length) from \(place)")
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `two archives joined are both read, with a note`(form: Form) throws {
    let (first, second) = (Array(Self.entries[..<2]), Array(Self.entries[2...]))
    let file = form.pack(first) + form.pack(second)
    let fifo = try Fifo()
    fifo.write([file])
    for input in [try scratch.list(file), fifo.input] {
      let reading = Reading(input)
      #expect(Set(reading.lines) == Self.lines)
      #expect(!reading.summary.isComplete && reading.summary.problems.count == 1)
      guard
        case .damaged(_, _, _, "other data after the end of the archive") =
          reading.summary.problems.first
      else {
        Issue.record("\(reading.summary.problems)")
        continue
      }
    }
  }

  @Test(arguments: [Form.tar, .gnuTar])
  func `the members after a damaged header are read`(form: Form) throws {
    let file = form.pack(Self.entries)
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("b.txt".utf8)) })
    for damage in [0, 124, 148] {
      var damaged = file
      damaged[place + damage] = 1
      let reading = Reading(try scratch.list(damaged))
      #expect(
        reading.lines
          == [Self.entries[0], Self.entries[2], Self.entries[3]].flatMap { split($0.bytes) })
      #expect(
        reading.summary.problems == [
          .damaged(
            list: reading.summary.name, .tar, offset: UInt64(place + 512),
            reason: "a header with a wrong checksum")
        ])
    }
  }

  @Test func `a zip comment that holds an end record is reported`() throws {
    let end: [UInt8] = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    for form in [Form.zip, .sizedZip] {
      var file = form.pack(Self.entries)
      file[file.count - 2] = UInt8(end.count)
      try expectNothingMissing(file + end, "\(form)")
      let reading = Reading(try scratch.list(file + end))
      #expect(!reading.summary.isComplete && Set(reading.lines) == Self.lines)
      file[file.count - 2] = 5
      #expect(Reading(try scratch.list(file + Array("hello".utf8))).summary.isComplete)
    }
  }

  @Test func `a zipped file keeps all whole lines before a fault`() throws {
    var random = SeededGenerator(seed: 9)
    let text: [UInt8] = (0..<60_000).flatMap { _ in
      Array(String(random.next(), radix: 36).utf8) + [10]
    }
    for form in [Form.zip, .sizedZip] {
      let file = form.pack([.init(name: "a.txt", bytes: text)])
      var damaged = file
      damaged[file.count / 2] ^= 0xFF
      // The checksum in the directory, and in the local header or after the data.
      var unsummed = file
      let sum = Zip.checksum(text)
      for place in file.indices where file[place...].starts(with: sum) { unsummed[place] ^= 1 }
      let fifo = try Fifo()
      // More than a pipe holds, so that the thread must keep writing while it is read.
      fifo.write(
        stride(from: 0, to: file.count, by: 4096).map {
          Array(unsummed[$0..<min($0 + 4096, file.count)])
        })
      for input in [try scratch.list(unsummed), fifo.input] {
        let reading = Reading(input)
        let isAll = reading.text == text
        #expect(isAll && !reading.summary.isComplete && reading.summary.problems.count == 1)
      }
      let reading = Reading(try scratch.list(damaged))
      #expect(reading.text.count > text.count / 3 && !reading.summary.isComplete)
    }
  }

  @Test func `a zip of members that the directory does not name is incomplete`() throws {
    let entries = Self.entries.map { ($0.name, $0.bytes) }
    let whole = Zip.archive(entries)
    let fewer = Zip.archive(entries, listed: [0, 1, 3])
    #expect(Reading(try scratch.list(whole)).summary.isComplete)
    let fifo = try Fifo()
    fifo.write([fewer])
    for input in [try scratch.list(fewer), fifo.input] {
      let summary = Reading(input).summary
      #expect(!summary.isComplete && summary.problems.count == 1)
    }
  }
}
