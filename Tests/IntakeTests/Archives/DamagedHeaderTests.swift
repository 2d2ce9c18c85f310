import Foundation
import Intake
import TestSupport
import Testing

/// Zip files in which one bit of a local header is wrong: the directory knows better.
struct DamagedHeaderTests {
  typealias Form = HostileArchiveTests.Form

  /// Where the local headers stand.
  private func headers(in file: [UInt8]) -> [Int] {
    file.indices.filter { file[$0...].starts(with: Array("PK\u{3}\u{4}".utf8)) }
  }

  @Test(arguments: [Form.zip, .storedZip, .sizedZip, .describedZip])
  func `a damaged local header costs no other file its lines`(form: Form) throws {
    let scratch = try Scratch()
    let entries = HostileArchiveTests.entries
    let file = form.pack(entries)
    for (number, start) in headers(in: file).enumerated() {
      let others = entries.indices.filter { $0 != number }.flatMap { split(entries[$0].bytes) }
      for place in start..<start + 31 {
        for bit in 0..<8 {
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

  // The method; the flags that say that data are encrypted; both.
  @Test(arguments: [[8: 12], [6: 1], [7: 0x20], [6: 0x41, 8: 1]] as [[Int: UInt8]])
  func `method and encryption are taken from the directory`(changes: [Int: UInt8]) throws {
    let scratch = try Scratch()
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

  @Test func `a place in the directory that is wrong cuts no file short`() throws {
    let scratch = try Scratch()
    let file = Form.sizedZip.pack(HostileArchiveTests.entries)
    let others = [0, 1, 3].flatMap { split(HostileArchiveTests.entries[$0].bytes) }
    let central = file.indices.filter { file[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) }
    var damaged = file
    // Into the text of the file before.
    damaged[central[2] + 42] &-= 20
    let reading = Reading(try scratch.list(damaged))
    #expect(Set(reading.lines).isSuperset(of: others) && !reading.summary.isComplete)
  }

  @Test(arguments: [Packing.tarGzip, .tarXZ, .tarZstd])
  func `behind a packed tar archive nothing is passed over`(packing: Packing) throws {
    let scratch = try Scratch()
    let file = packing.pack(HostileArchiveTests.entries)
    let whole = Reading(try scratch.list(file))
    #expect(whole.summary.isComplete && Set(whole.lines) == HostileArchiveTests.lines)
    var damages = (file.count - 64..<file.count).map { Array(file[..<$0]) }
    damages.append(file + [1, 2, 3, 0xFF])
    damages.append(file + file.dropFirst(6))
    // The gzip trailer is checked; so is all behind the blocks of xz.
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
