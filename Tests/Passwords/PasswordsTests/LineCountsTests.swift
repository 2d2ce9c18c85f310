@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct LineCountsTests {
  /// Counts that all differ.
  private static func counts(_ first: UInt64) -> LineCounts {
    var counts = LineCounts()
    for (number, field) in LineCounts.kinds.map(\.field).enumerated() {
      counts[keyPath: field] = first + UInt64(number)
    }
    return counts
  }

  @Test func `every stored count is among the fields, once`() {
    let stored = fields(of: LineCounts())
    #expect(LineCounts.kinds.map(\.field).count == stored.count)
    #expect(Set(LineCounts.kinds.map(\.field)).count == stored.count)
    #expect(fieldsAlike(Self.counts(1), LineCounts()) == [])
  }

  @Test func `merging adds every count`() {
    let (a, b) = (Self.counts(1_000), Self.counts(7))
    var sum = a
    sum.merge(b)
    for field in LineCounts.kinds.map(\.field) {
      #expect(sum[keyPath: field] == a[keyPath: field] + b[keyPath: field], "\(field)")
    }
    #expect(fieldsAlike(sum, a) == [] && fieldsAlike(sum, b) == [])
  }

  @Test func `empty counts are the zero of merging, on either side`() {
    var sum = Self.counts(5)
    sum.merge(LineCounts())
    #expect(sum == Self.counts(5))
    var other = LineCounts()
    other.merge(Self.counts(5))
    #expect(other == Self.counts(5))
  }

  @Test func `repeats stay at the largest number`() {
    var counts = LineCounts()
    counts.repeats = .max - 1
    var more = LineCounts()
    more.repeats = 2
    counts.merge(more)
    #expect(counts.repeats == .max && counts.areTooMany)
    more.repeats = .max / 2
    #expect(!more.areTooMany)
    more.repeats += 1
    #expect(more.areTooMany)
    more.count(.ascii, entries: .max)
    #expect(more.repeats == .max)
  }

  @Test func `a batch is counted by encoding and weight`() {
    var batch = LineBatch()
    for encoding in [LineBatch.Encoding.ascii, .utf8, .utf8, .illFormed] {
      batch.append(LineBatch.Line(start: 0, byteCount: 1, encoding: encoding), Signature(1))
    }
    var counts = LineCounts()
    counts.count(batch)
    #expect(counts.ascii == 1 && counts.utf8 == 2 && counts.illFormed == 1)
    #expect(counts.entries == 4 && counts.audited == 4 && counts.repeats == 0)
    for (index, weight) in [10, 20, 30, 40].enumerated() { batch[weight: index] = UInt64(weight) }
    batch.isWeighted = true
    counts.count(batch)
    #expect(counts.ascii == 11 && counts.utf8 == 52 && counts.illFormed == 41)
    #expect(counts.entries == 104 && counts.audited == 8 && counts.repeats == 96)
  }
}
