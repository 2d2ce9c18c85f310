import Diagnostics
import Foundation
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

@Suite struct FingerprintFileTests {
  /// A recording of passwords that differ in length, each with its fingerprint and count.
  private func sample() throws -> (
    recording: Recording, records: [(Fingerprint, Signature, UInt64)]
  ) {
    let schema = try fullSchema()
    let profiler = Profiler(schema)
    var recording = Recording(tally: Tally(schema: schema))
    var records: [(Fingerprint, Signature, UInt64)] = []
    for length in 1...40 {
      let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      let signature = schema.signature(of: profiler.profile(of: bytes.span))
      let count = UInt64(length % 7 + 1)
      records.append((Fingerprint(high: UInt64(length) << 58, low: 9), signature, count))
      // The same passwords, related to their users' names, make another row.
      var marked = signature
      let users = try #require(schema.listField)
      marked[users] |= 1 << UInt64(schema.sources.lists.count)
      recording.tally.record(length % 2 == 0 ? marked : signature, times: count)
      recording.tally.lines.count(.ascii, entries: count)
    }
    records.sort { $0.0 < $1.0 }
    records = records.enumerated().map {
      (Fingerprint(high: $0.element.0.high, low: UInt64($0.offset)), $0.element.1, $0.element.2)
    }
    recording.spectrum = Spectrum(schema: schema)
    recording.lists = schema.sources.lists.map { _ in RecordedList() }
    for (_, signature, count) in records {
      recording.spectrum?.record(signature, occurrences: count)
    }
    return (recording, records)
  }

  /// Writes the sample, with other counts if `change` gives them, and seals what was written.
  private func written(
    _ directory: TemporaryDirectory, change: ([UInt64]) -> [UInt64] = { $0 }
  ) throws -> (recording: Recording, records: [(Fingerprint, Signature, UInt64)], path: String) {
    var (recording, records) = try sample()
    let counts = change(records.map(\.2))
    records = zip(records, counts).map { ($0.0, $0.1, $1) }
    let path = directory.path + "/x.prints"
    let writer = try FingerprintWriter(path, keyID: "k")
    writer.begin(recording.tally)
    for (fingerprint, signature, count) in records {
      writer.add(fingerprint, signature, count: count)
    }
    recording.fingerprints = try writer.finish()
    try writer.publish()
    return (recording, records, path)
  }

  private func read(
    _ path: String, of recording: Recording
  ) throws(Problem) -> [(Fingerprint, Signature, UInt64)] {
    var records: [(Fingerprint, Signature, UInt64)] = []
    let reader = try FingerprintReader(path, of: recording)
    let rows = reader.rows
    try reader.forEach { records.append(($0, rows[$1], $2)) }
    return records
  }

  @Test func `a failed scan leaves no file, although a worker still holds the writer`() throws {
    let directory = try TemporaryDirectory()
    let writer = try FingerprintWriter(directory.path + "/x.prints", keyID: "k")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    writer.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    withExtendedLifetime(writer) {}
  }

  @Test func `records are read as written, without relations to users' names`() throws {
    let directory = try TemporaryDirectory()
    let (recording, records, path) = try written(directory)
    let found = try read(path, of: recording)
    #expect(found.map(\.0) == records.map(\.0))
    #expect(found.map(\.1) == records.map(\.1))
    #expect(found.map(\.2) == records.map(\.2))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 32 * records.count)
    // A tally file keeps the description of the fingerprints.
    let bytes = try TallyFile.bytes(of: recording)
    #expect(try TallyFile.recording(in: bytes.span, name: "x") == recording)
  }

  // A block of the file holds 8192 records.
  @Test(arguments: [8191, 8192, 8193, 20_000] as [UInt64])
  func `as many records as there are go through blocks, and replace no other file`(
    count: UInt64
  ) throws {
    let directory = try TemporaryDirectory()
    var recording = Recording(tally: Tally(schema: try Schema(for: FactDemand())))
    recording.tally.record(Signature(7), times: count)
    recording.tally.lines.ascii = count
    let path = directory.path + "/x.prints"
    for isAgain in [false, true] {
      let writer = try FingerprintWriter(path, keyID: "k")
      writer.begin(recording.tally)
      for number in 0..<count {
        writer.add(Fingerprint(high: number / 3, low: number % 3), Signature(7), count: 1)
      }
      let seal = try writer.finish()
      #expect(seal.records == count && seal.keyID == "k")
      #expect(!isAgain || recording.fingerprints == seal)
      #expect((thrownCode { try writer.publish() } == nil) == !isAgain)
      recording.fingerprints = seal
      let found = try read(path, of: recording)
      #expect(found.map(\.0.high) == (0..<count).map { $0 / 3 })
      #expect(found.allSatisfy { $0.1 == Signature(7) && $0.2 == 1 })
    }
  }

  @Test func `a changed byte is reported in any place`() throws {
    let directory = try TemporaryDirectory()
    let (recording, records, path) = try written(directory)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for place in 0..<32 * records.count {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      let path = try directory.file("damaged", damaged)
      let code = thrownCode { _ = try read(path, of: recording) }
      try #require(code?.contains("fingerprint") == true, "byte \(place)")
    }
  }

  @Test func `a file that does not hold the records is reported with the reason`() throws {
    let directory = try TemporaryDirectory()
    let (recording, _, path) = try written(directory)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    func message(_ bytes: [UInt8], of recording: Recording) throws -> String? {
      let path = try directory.file("y", bytes)
      do {
        _ = try read(path, of: recording)
        return nil
      } catch { return error.found }
    }
    #expect(
      try message(bytes.dropLast(), of: recording)
        == "1279 bytes of fingerprints for a tally of 40 distinct passwords")
    #expect(
      try message(Array(bytes[32..<64] + bytes[0..<32] + bytes[64...]), of: recording)
        == "fingerprint 2: out of order, or double")
    var zero = bytes
    zero[16] = 0
    #expect(try message(zero, of: recording) == "fingerprint 1: row 0")
    zero[16] = 41
    #expect(try message(zero, of: recording) == "fingerprint 1: row 41")
    zero = bytes
    zero[24] = 0
    #expect(try message(zero, of: recording) == "fingerprint 1: no occurrence")
    var other = recording
    other.fingerprints = nil
    #expect(
      try message(bytes, of: other) == "the tally was recorded without fingerprints")
  }

  @Test(arguments: [-1, 1, Int64.max])
  func `counts that do not add up to the entries of the tally are refused`(
    difference: Int64
  ) throws {
    let directory = try TemporaryDirectory()
    // The seal is that of the changed records, so only the sum can tell.
    let (recording, _, path) = try written(directory) { counts in
      counts.dropLast() + [counts[counts.count - 1] &+ UInt64(bitPattern: difference)]
    }
    let problem = try #require(throws: Problem.self) { try read(path, of: recording) }
    #expect(problem.found == "the fingerprints do not add up to the entries of the tally")
    // The sum says nothing where a count of the tally is the largest number that it holds.
    var clamped = recording
    clamped.hasClampedOccurrences = true
    #expect(try read(path, of: clamped).count == 40)
  }
}
