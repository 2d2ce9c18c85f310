@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Counts of shapes against a dictionary of texts.
@Suite struct ShapeCountsTests {
  private let alphabet = Array("abAB12!é".utf8)

  /// Random passwords, with how often each occurs.
  private func passwords(_ seed: UInt64, _ count: Int = 500) -> [(bytes: [UInt8], times: UInt64)] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }, UInt64.random(in: 1...9, using: &generator)
      )
    }
  }

  private func counts(
    _ passwords: [(bytes: [UInt8], times: UInt64)], limit: Int = ShapeCounts.limit
  ) throws -> ShapeCounts {
    var shapes = ShapeCounts(limit: limit)
    for password in passwords {
      let shape = PackedShape(of: password.bytes.span)
      shapes.record(try #require(shape), times: password.times)
    }
    return shapes
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 20))
  func `the commonest shapes agree with a dictionary after any merge`(seed: UInt64) throws {
    let passwords = passwords(seed)
    var oracle: [String: UInt64] = [:]
    for password in passwords {
      oracle[shapeText(of: password.bytes), default: 0] += password.times
    }
    let marks = Array("lUd!o")
    func place(_ text: String) -> [Int] { text.map { marks.firstIndex(of: $0) ?? -1 } }
    let expected = oracle.sorted { a, b in
      if a.value != b.value { return a.value > b.value }
      if a.key.count != b.key.count { return a.key.count < b.key.count }
      return place(a.key).lexicographicallyPrecedes(place(b.key))
    }
    let shapes = try counts(passwords)
    #expect(shapes.entries == passwords.reduce(0) { $0 + $1.times })
    for most in [1, 7, 100, 10_000] {
      let found = shapes.commonest(most, merging: \.ofCharacters)
      #expect(found.map(\.shape.text) == expected.prefix(most).map(\.key), "seed \(seed)")
      #expect(found.map(\.count) == expected.prefix(most).map(\.value), "seed \(seed)")
      let inParts = shapes.commonest(most, mostInPart: 9, merging: \.ofCharacters)
      #expect(inParts.map(\.shape) == found.map(\.shape), "seed \(seed)")
      #expect(inParts.map(\.count) == found.map(\.count), "seed \(seed)")
    }
    #expect(shapes.commonest(5, merging: { _ in nil }).isEmpty)
  }

  @Test func `lines of a batch count with their weights`() throws {
    let text = Array(("abc\nA1\n\(String(repeating: "x", count: 61))\n").utf8)
    let profiler = Profiler(try Schema(for: FactDemand()))
    var batch = LineBatch()
    // SAFETY: bytes have no padding.
    let bytes = unsafe text.span.bytes
    for range in [0..<3, 4..<6, 7..<68] { profiler.add(range, of: bytes, to: &batch) }
    var shapes = ShapeCounts()
    shapes.record(batch, in: bytes)
    batch.weigh(by: [5, 7, 9].span)
    shapes.record(batch, in: bytes)
    // A password of more than 60 characters has no packed shape.
    let found = shapes.commonest(9, merging: { $0 })
    #expect(found.map(\.shape.text) == ["Ud", "lll"] && found.map(\.count) == [8, 6])
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 10))
  func `parts add up in any order, and are given up in any order`(seed: UInt64) throws {
    let passwords = passwords(seed)
    let distinct = try counts(passwords).count
    #expect(distinct > 50)
    for limit in [distinct - 1, distinct, distinct + 1, 3] {
      let whole = try counts(passwords, limit: limit)
      #expect(whole.isOver == (limit < distinct), "seed \(seed)")
      let parts = try (0..<3).map { part in
        try counts(
          passwords.enumerated().filter { $0.offset % 3 == part }.map(\.element), limit: limit)
      }
      for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        var sum = ShapeCounts(limit: limit)
        for part in order { sum.merge(parts[part]) }
        #expect(sum == whole, "seed \(seed), limit \(limit)")
      }
      var right = parts[1]
      right.merge(parts[2])
      var left = parts[0]
      left.merge(right)
      #expect(left == whole, "seed \(seed), limit \(limit)")
    }
  }

  @Test func `shapes that were given up stay so, and an emptied table begins anew`() throws {
    var shapes = ShapeCounts.over
    shapes.merge(try counts(passwords(1)))
    #expect(shapes.isOver && shapes.count == 0)
    shapes.removeAll()
    #expect(!shapes.isOver && shapes.entries == 0)
  }
}
