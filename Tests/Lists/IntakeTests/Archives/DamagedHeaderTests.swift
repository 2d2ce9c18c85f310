import Foundation
import Intake
import TestSupport
import Testing

/// Zip files with one wrong bit in a local header, which the directory corrects.
@Suite struct DamagedHeaderTests {
  typealias Form = HostileArchiveTests.Form

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// The offsets of the local headers.
  private func headers(in file: [UInt8]) -> [Int] {
    file.indices.filter { file[$0...].starts(with: Array("PK\u{3}\u{4}".utf8)) }
  }

  @Test(arguments: [Form.zip, .storedZip, .sizedZip, .describedZip])
  func `a damaged local header costs no other file its lines`(form: Form) throws {
    let entries = HostileArchiveTests.entries
    let file = form.pack(entries)
    for (number, start) in headers(in: file).enumerated() {
      let others = entries.indices.filter { $0 != number }.flatMap { split(entries[$0].bytes) }
      for place in start..<start + 31 {
        for bit in isExhaustive ? Array(0..<8) : [place % 8] {
          var damaged = file
          damaged[place] ^= 1 << bit
          let reading = Reading(try scratch.list(damaged), longestLine: 128)
          guard reading.summary.container.archive != nil else { continue }
          let words = "\(form), byte \(place) by bit \(bit): \(reading.summary.problems)"
          #expect(Set(reading.lines).isSuperset(of: others), "\(words)")
          #expect(reading.summary.isComplete == reading.summary.problems.isEmpty, "\(words)")
        }
      }
    }
  }

  // The method; the flags for encryption; both.
  @Test(arguments: [[8: 12], [6: 1], [7: 0x20], [6: 0x41, 8: 1]] as [[Int: UInt8]])
  func `the directory decides method and encryption`(changes: [Int: UInt8]) throws {
    for form in [Form.sizedZip, .describedZip] {
      let file = form.pack(HostileArchiveTests.entries)
      for start in headers(in: file) {
        var damaged = file
        for (place, bits) in changes { damaged[start + place] ^= bits }
        let input = try scratch.list(damaged)
        let reading = Reading(input)
        #expect(Set(reading.lines) == HostileArchiveTests.lines, "\(form), \(start)")
        guard
          case .damaged(_, .zip, _, "a header that differs from the directory") =
            reading.summary.problems.first
        else {
          Issue.record("\(form), \(start): \(reading.summary.problems)")
          continue
        }
      }
    }
  }

  @Test(.firstFailureOnly, arguments: [Form.zip, .storedZip, .sizedZip, .describedZip])
  func `a place in the directory that is wrong costs no file its lines`(form: Form) throws {
    let file = form.pack(HostileArchiveTests.entries)
    let central = file.indices.filter { file[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) }
    let headers = headers(in: file)
    #expect(central.count == HostileArchiveTests.entries.count && headers.count == central.count)
    for (number, start) in central.enumerated() {
      // Changed in any bit, to a place before it, and to the place of any other.
      var places = (0..<32).map { UInt32(headers[number]) ^ 1 << $0 }
      places += (1..<60).map { UInt32(headers[number]) &- $0 }
      places += (0..<60).map { UInt32(headers[number]) + $0 }
      places += headers.map { UInt32($0) }
      for place in few(50, of: places) where place != headers[number] {
        var damaged = file
        for byte in 0..<4 {
          damaged[start + 42 + byte] = UInt8(truncatingIfNeeded: place >> (8 * UInt32(byte)))
        }
        let reading = Reading(try scratch.list(damaged))
        let words = "\(form), file \(number) at \(place): \(reading.summary.problems)"
        let isAll =
          reading.lines.count == HostileArchiveTests.lines.count
          && Set(reading.lines) == HostileArchiveTests.lines
        try #require(isAll && !reading.summary.isComplete, "\(words)")
        try #require(reading.summary.problems.count <= 2, "\(words)")
      }
    }
  }

  @Test func `an old copy of a file is not read if the directory does not name it`() throws {
    let entries = [("a.txt", "old\n"), ("b.txt", "b\n"), ("a.txt", "new\n")]
      .map { (name: $0.0, bytes: Array($0.1.utf8)) }
    let file = Zip.archive(entries, listed: [1, 2])
    let reading = Reading(try scratch.list(file))
    #expect(reading.lines == [Array("b".utf8), Array("new".utf8)])
    #expect(!reading.summary.isComplete && reading.summary.problems.count == 1)
  }

  @Test(arguments: [Packing.tarGzip, .tarXZ, .tarZstd])
  func `bytes after a packed tar archive are never skipped silently`(packing: Packing) throws {
    let file = packing.pack(HostileArchiveTests.entries)
    let whole = Reading(try scratch.list(file))
    #expect(whole.summary.isComplete && Set(whole.lines) == HostileArchiveTests.lines)
    var damages = (file.count - 64..<file.count).map { Array(file[..<$0]) }
    damages.append(file + [1, 2, 3, 0xFF])
    damages.append(file + file.dropFirst(6))
    // The gzip trailer is verified, and so is everything after the blocks of xz.
    if packing != .tarZstd {
      damages += (file.count - 8..<file.count).map { place in
        var damaged = file
        damaged[place] ^= 4
        return damaged
      }
    }
    for (number, damaged) in damages.enumerated() {
      let fifo = try Fifo()
      fifo.write([damaged])
      for input in [try scratch.list(damaged), fifo.input] {
        let summary = Reading(input).summary
        #expect(!summary.isComplete && !summary.problems.isEmpty, "\(packing), \(number)")
      }
    }
  }
}
