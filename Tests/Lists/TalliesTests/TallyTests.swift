@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

private func schema() throws -> Schema { try Schema(for: FactDemand()) }

@Suite struct TallyTests {
  @Test(arguments: 1...8)
  func `sharding a list does not change its tally`(shards: Int) throws {
    let schema = try schema()
    var whole = Tally(schema: schema)
    var parts = Array(repeating: Tally(schema: schema), count: shards)
    for i in 0..<20_000 {
      let signature = Signature(UInt64(i * 7 % 7001), UInt64(i % 3))
      whole.record(signature)
      parts[i % shards].record(signature)
      parts[i % shards].lines.ascii += 1
      whole.lines.ascii += 1
    }
    #expect(parts.reversed().reduce(into: Tally(schema: schema)) { $0.merge($1) } == whole)
  }

  @Test(arguments: [1, 40, 3_000, 100_000] as [UInt64])
  func `a tally counts like a dictionary`(distinct: UInt64) throws {
    var generator = SeededGenerator(seed: distinct)
    var tally = try Tally(schema: schema())
    var batch = LineBatch()
    var oracle: [Signature: UInt64] = [:]
    for _ in 0..<300 {
      batch.removeAll()
      while !batch.isFull {
        let value = generator.next() % distinct
        let signature = Signature(value & 0xFF, (value >> 8) << 40, value << 60)
        batch.append(LineBatch.Line(start: 0, byteCount: 1, encoding: .ascii), signature)
        oracle[signature, default: 0] += 1
      }
      tally.record(&batch)
    }
    var found: [Signature: UInt64] = [:]
    tally.forEach { found[$0] = $1 }
    #expect(found == oracle)
    tally.record(Signature(1, 1, 1), times: 0)
    #expect(tally.signatureCount == oracle.count)
  }

  @Test(arguments: [0, 1, 5_000])
  func `signatures that were appended are found again`(count: UInt64) throws {
    let schema = try schema()
    var (tally, expected) = (Tally(schema: schema), Tally(schema: schema))
    for value in 0..<count {
      tally.append(Signature(value, 1), times: value + 1)
      expected.record(Signature(value, 1), times: value + 1)
    }
    #expect(tally == expected)
    for value in 0..<count + 10 {
      tally.record(Signature(value, 1), times: 2)
      expected.record(Signature(value, 1), times: 2)
    }
    #expect(tally == expected)
    tally.append(Signature(9, 9, 9), times: 1)
    expected.record(Signature(9, 9, 9))
    tally.merge(expected)
    expected.merge(expected)
    #expect(tally == expected)
    tally.removeAll()
    #expect(tally == Tally(schema: schema))
    tally.record(Signature(1))
    #expect(tally.signatureCount == 1)
  }
}
