@_spi(Internal) package import Passwords

/// The number of entries of each password shape: all shapes, or none if there are too many.
///
/// Lists made by people have some 100,000 shapes; a hostile list can have one per line. At most
/// ``limit`` are held; with one more, all counts are dropped and ``isOver`` is set. This depends
/// only on the lines: parts add up to the same counts in any order, and if a part is over, so is
/// the sum.
///
/// Entries longer than ``PackedShape/longest`` are not counted here; subtract ``entries`` from the
/// number of all entries to get them.
///
///     var shapes = ShapeCounts()
///     shapes.record(batch, in: text)
///     shapes.merge(another)
package struct ShapeCounts: Sendable, Equatable {
  private var table = CountTable()
  /// Whether there were too many shapes, so that all counts were dropped.
  package private(set) var isOver = false
  private let limit: Int

  /// The most shapes held: 65 MB.
  ///
  /// Real lists need a tenth.
  package static let limit = 1_000_000

  /// Makes empty counts that hold at most `limit` shapes.
  package init(limit: Int = Self.limit) { self.limit = limit }

  /// The counts of too many shapes.
  package static let over: ShapeCounts = {
    var shapes = ShapeCounts()
    shapes.isOver = true
    return shapes
  }()

  /// The number of shapes.
  package var count: Int { table.count }

  /// The number of entries with a shape.
  package var entries: UInt64 {
    var sum: UInt64 = 0
    table.forEach { sum &+= $1 }
    return sum
  }

  /// Counts every line of a batch.
  package mutating func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    if isOver { return }
    for index in 0..<batch.count {
      guard let shape = PackedShape(of: Span(_bytes: batch.bytes(of: index, in: text)))
      else { continue }
      table.add(batch.isWeighted ? batch[weight: index] : 1, to: shape.words)
    }
    giveUpBeyondLimit()
  }

  /// Adds a number of occurrences to a shape.
  package mutating func record(_ shape: PackedShape, times: UInt64) {
    if isOver { return }
    table.add(times, to: shape.words)
    giveUpBeyondLimit()
  }

  /// Adds the counts of other entries.
  package mutating func merge(_ other: ShapeCounts) {
    if other.isOver { giveUp() }
    if isOver { return }
    table.merge(other.table)
    giveUpBeyondLimit()
  }

  /// Removes all shapes, but keeps the memory.
  package mutating func removeAll() {
    isOver = false
    table.removeAll()
  }

  /// Calls `body` with each shape and its count, in no particular order.
  package func forEach(_ body: (PackedShape, UInt64) throws -> Void) rethrows {
    try table.forEach { if let shape = PackedShape(words: $0) { try body(shape, $1) } }
  }

  /// The commonest shapes, in descending order of entries; ties in the order of `PackedShape`.
  ///
  /// - Parameters:
  ///   - most: The most shapes to return.
  ///   - mostInPart: The number of shapes, more or less, whose sums are in memory at once.
  ///   - merged: Maps each shape to the shape it counts as; nil leaves it out.
  /// - Returns: Shapes with their entries.
  /// - Complexity: O(shapes); the sums of more shapes are made part by part, by a hash of each.
  package func commonest(
    _ most: Int, mostInPart: Int = 1 << 18, merging merged: (PackedShape) -> PackedShape?
  ) -> [(shape: PackedShape, count: UInt64)] {
    best(most, ofAtLeast: 0, mostInPart: mostInPart, merging: merged)
  }

  /// The best shapes, in descending order of a value, by default of entries; ties in descending
  /// order of entries, then in the order of `PackedShape`.
  ///
  /// - Parameters:
  ///   - most: The most shapes to return.
  ///   - least: The fewest entries of a shape that is returned.
  ///   - mostInPart: The number of shapes, more or less, whose sums are in memory at once.
  ///   - merged: Maps each shape to the shape it counts as; nil leaves it out.
  ///   - value: The value of a shape with its entries.
  /// - Returns: Shapes with their entries.
  /// - Complexity: O(shapes); the sums of more shapes are made part by part, by a hash of each.
  package func best(
    _ most: Int, ofAtLeast least: UInt64, mostInPart: Int = 1 << 18,
    merging merged: (PackedShape) -> PackedShape?,
    by value: (PackedShape, UInt64) -> Double = { Double($1) }
  ) -> [(shape: PackedShape, count: UInt64)] {
    var best: [(shape: PackedShape, count: UInt64, value: Double)] = []
    var worst = -Double.infinity
    func keepBest() {
      best.sort {
        if $0.value != $1.value { return $0.value > $1.value }
        return $0.count == $1.count ? $0.shape < $1.shape : $0.count > $1.count
      }
      best.removeSubrange(min(most, best.count)...)
      worst = best.count < most ? -Double.infinity : best.last?.value ?? worst
    }
    let parts = UInt64(1 + count / mostInPart)
    for part in 0..<parts {
      var sums = CountTable()
      forEach { shape, count in
        guard let shape = merged(shape), parts == 1 || shape.words.mixed % parts == part else {
          return
        }
        sums.add(count, to: shape.words)
      }
      sums.forEach { words, count in
        guard count >= least, let shape = PackedShape(words: words) else { return }
        let worth = value(shape, count)
        guard worth >= worst else { return }
        best.append((shape, count, worth))
        if best.count >= 2 * most { keepBest() }
      }
      keepBest()
    }
    return best.map { ($0.shape, $0.count) }
  }

  private mutating func giveUpBeyondLimit() { if table.count > limit { giveUp() } }

  private mutating func giveUp() {
    isOver = true
    table = CountTable()
  }
}
