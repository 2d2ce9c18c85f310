@_spi(House) package import Passwords

/// Entries by the shape of their passwords: all shapes as long as they fit, else none.
///
/// Lists of people have some 100,000 shapes, a hostile one as many as lines. So at most ``limit`` are
/// held; with one more the counts are given up, which ``isOver`` says. Whether that happens depends on
/// the lines alone: parts add up to the same counts in any order, and what was given up in a part is
/// given up in the sum.
///
/// Entries longer than ``PackedShape/longest`` have no shape here: they are what the counts lack of
/// all entries.
///
///     var shapes = ShapeCounts()
///     shapes.record(batch, in: text)
///     shapes.merge(another)
package struct ShapeCounts: Sendable, Equatable {
  private var table = CountTable()
  /// Whether there were too many shapes, so that none is counted.
  package private(set) var isOver = false
  private let limit: Int

  /// Shapes that are held: 65 MB, of which real lists need a tenth.
  package static let limit = 1_000_000

  /// Counts nothing yet, and holds so many shapes at most.
  package init(limit: Int = Self.limit) { self.limit = limit }

  /// Too many shapes.
  package static let over: ShapeCounts = {
    var shapes = ShapeCounts()
    shapes.isOver = true
    return shapes
  }()

  /// Shapes present.
  package var count: Int { table.count }

  /// Entries that have one of them.
  package var entries: UInt64 {
    var sum: UInt64 = 0
    table.forEach { sum &+= $1 }
    return sum
  }

  /// Counts every line of a batch.
  package mutating func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    if isOver { return }
    let bytes = Span<UInt8>(_bytes: text)
    for index in 0..<batch.count {
      let line = batch.line(index)
      let start = Int(line.start)
      guard let shape = PackedShape(of: bytes.extracting(start..<start + Int(line.byteCount)))
      else { continue }
      table.add(batch.isWeighted ? batch[weight: index] : 1, to: shape.words)
    }
    giveUpBeyondLimit()
  }

  /// Counts a shape a number of times.
  package mutating func record(_ shape: PackedShape, times: UInt64) {
    if isOver { return }
    table.add(times, to: shape.words)
    giveUpBeyondLimit()
  }

  /// Adds what was counted of other entries.
  package mutating func merge(_ other: ShapeCounts) {
    if other.isOver { giveUp() }
    if isOver { return }
    table.merge(other.table)
    giveUpBeyondLimit()
  }

  /// Forgets all shapes and keeps the room.
  package mutating func removeAll() {
    isOver = false
    table.removeAll()
  }

  /// The same without shapes of fewer entries, for a tally that is published.
  package func dropping(below least: UInt64) -> ShapeCounts {
    if isOver { return self }
    var shapes = ShapeCounts(limit: limit)
    forEach { if $1 >= least { shapes.record($0, times: $1) } }
    return shapes
  }

  /// Calls `body` with each shape and its count, in no particular order.
  package func forEach(_ body: (PackedShape, UInt64) throws -> Void) rethrows {
    try table.forEach { if let shape = PackedShape(words: $0) { try body(shape, $1) } }
  }

  /// The commonest shapes, the first ones first; equally common ones in the order
  /// of `PackedShape`.
  ///
  /// - Parameters:
  ///   - most: How many, at most.
  ///   - merged: Makes shapes equal that count as one; nil of those that do not count.
  /// - Returns: Shapes with their entries.
  /// - Complexity: O(shapes).
  package func commonest(
    _ most: Int, merging merged: (PackedShape) -> PackedShape?
  ) -> [(shape: PackedShape, count: UInt64)] {
    var sums = CountTable()
    forEach { shape, count in if let shape = merged(shape) { sums.add(count, to: shape.words) } }
    var best: [(shape: PackedShape, count: UInt64)] = []
    var least: UInt64 = 0
    func keepBest() {
      best.sort { $0.count == $1.count ? $0.shape < $1.shape : $0.count > $1.count }
      best.removeSubrange(min(most, best.count)...)
      least = best.count < most ? 0 : best.last?.count ?? 0
    }
    sums.forEach { words, count in
      guard count >= least, let shape = PackedShape(words: words) else { return }
      best.append((shape, count))
      if best.count >= 2 * most { keepBest() }
    }
    keepBest()
    return best
  }

  private mutating func giveUpBeyondLimit() { if table.count > limit { giveUp() } }

  private mutating func giveUp() {
    isOver = true
    table = CountTable()
  }
}
