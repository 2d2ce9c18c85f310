@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Merging adds up every part: lines, hits by rank, signatures.
@Suite struct TallyMergeTests {
  private let schema: Schema

  init() throws {
    var demand = FactDemand()
    demand.lists = 2
    schema = try Schema(for: demand)
  }

  /// A tally whose fields are all filled; each `first` gives other numbers and other signatures.
  private func tally(_ first: UInt64) -> Tally {
    var tally = Tally(schema: schema)
    for (number, field) in LineCounts.kinds.map(\.field).enumerated() {
      tally.lines[keyPath: field] = first + UInt64(number)
    }
    for place in 0..<2 * ListHits.bandCount {
      tally.hits.add(
        first + UInt64(place), list: place / ListHits.bandCount,
        band: UInt8(place % ListHits.bandCount))
    }
    for number in first..<first + 50 { tally.record(Signature(number % 90), times: number) }
    for number in [first % 5, 7] {
      let range = SignatureRange(low: Signature(number), high: Signature(number + 1))
      tally.record(range, times: first)
    }
    var shapes = ShapeCounts()
    for length in 1...6 {
      let password = Array(repeating: UInt8(ascii: "a"), count: length)
      PackedShape(of: password.span).map { shapes.record($0, times: first) }
    }
    tally.shapes = shapes
    return tally
  }

  private func counts(_ tally: Tally) -> [Signature: UInt64] {
    var counts: [Signature: UInt64] = [:]
    tally.forEach { counts[$0, default: 0] += $1 }
    return counts
  }

  @Test func `merging adds every field of a tally`() {
    let (a, b) = (tally(100), tally(3))
    // A field that is added later is in neither list; add it here with the way it merges.
    #expect(
      fields(of: a).keys.sorted() == [
        "hiddenLines", "hits", "lines", "schema", "shapes", "table", "wide",
      ])
    #expect(
      fieldsAlike(a, Tally(schema: schema)) == ["hiddenLines", "schema"],
      "all have something but kinds of line that are not told, which would have no number")
    var sum = a
    sum.merge(b)
    #expect(fieldsAlike(sum, a) == ["hiddenLines", "schema"])
    #expect(fieldsAlike(sum, b) == ["hiddenLines", "schema"])
    #expect(sum.wide == a.wide.merging(b.wide, uniquingKeysWith: +) && sum.wide.count == 3)
    #expect(sum.shapes?.entries == 618)
    for field in LineCounts.kinds.map(\.field) {
      #expect(sum.lines[keyPath: field] == a.lines[keyPath: field] + b.lines[keyPath: field])
    }
    #expect(sum.hits.counts == zip(a.hits.counts, b.hits.counts).map(+))
    #expect(counts(sum) == counts(a).merging(counts(b), uniquingKeysWith: +))
    #expect(sum.signatureCount == counts(sum).count + sum.wide.count)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 8))
  func `merging is associative and commutative, with the empty tally as zero`(seed: UInt64) {
    let (a, b, c) = (tally(seed), tally(seed * 31), tally(seed * 1_009))
    var left = a
    left.merge(b)
    left.merge(c)
    var right = c
    right.merge(b)
    right.merge(Tally(schema: schema))
    var whole = Tally(schema: schema)
    whole.merge(right)
    whole.merge(a)
    #expect(whole == left, "seed \(seed)")
    #expect(left != a, "seed \(seed)")
  }

  @Test func `kinds of line that are not told stay so in every sum, and no entry is lost`() {
    let names = LineCounts.kinds.map(\.name)
    for (number, name) in names.enumerated() {
      let hidden: Set<String> = [name, names[(number + 3) % names.count]]
      var (a, b) = (tally(20), tally(7))
      let sums = [a, b].map(\.lines.entries)
      a.hide(lines: hidden)
      #expect(a.lines.entries == sums[0] && b.hiddenLines.isEmpty, "\(name)")
      let before = a
      a.merge(b)
      b.merge(before)
      #expect(a.hiddenLines == hidden && b.hiddenLines == hidden)
      #expect(a.lines == b.lines && a.lines.entries == sums[0] + sums[1])
      for kind in LineCounts.kinds where hidden.contains(kind.name) {
        #expect(a.lines[keyPath: kind.field] == 0 || LineCounts.encodings.contains(kind.name))
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `of small numbers of lines none is told, nor by the sum of all`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var tally = Tally(schema: schema)
      for kind in LineCounts.kinds {
        tally.lines[keyPath: kind.field] = [0, 1, 4, 5, 6, 30].randomElement(using: &random) ?? 0
      }
      let whole = tally.lines
      tally.hideLines(below: 5)
      var (hidden, count): (UInt64, Int) = (0, 0)
      for kind in LineCounts.kinds {
        let (before, isHidden) = (
          whole[keyPath: kind.field], tally.hiddenLines.contains(kind.name)
        )
        if !isHidden { #expect(tally.lines[keyPath: kind.field] == before) }
        if (1..<5).contains(before) { #expect(isHidden, "\(kind.name)") }
        guard LineCounts.encodings.contains(kind.name) else { continue }
        if isHidden { (hidden, count) = (hidden + before, count + 1) }
      }
      let told = LineCounts.kinds.count {
        LineCounts.encodings.contains($0.name) && whole[keyPath: $0.field] > 0
          && !tally.hiddenLines.contains($0.name)
      }
      #expect(count == 0 || hidden >= 5 || told == 0, "\(whole)")
      #expect(tally.lines.entries == whole.entries)
    }
  }

  @Test func `tallies that differ in any field are not equal`() {
    let tally = tally(9)
    for field in LineCounts.kinds.map(\.field) {
      var other = tally
      other.lines[keyPath: field] += 1
      #expect(other != tally, "\(field)")
    }
    var hits = tally
    hits.hits.add(1, list: 1, band: 3)
    #expect(hits != tally)
    var shapes = tally
    shapes.shapes = nil
    #expect(shapes != tally)
    var counts = tally
    counts.record(Signature(9))
    #expect(counts.signatureCount == tally.signatureCount && counts != tally)
  }

  @Test func `an emptied tally has forgotten lines, hits, shapes and signatures`() {
    var tally = tally(9)
    tally.removeAll()
    #expect(tally.lines == LineCounts())
    #expect(tally.hits == ListHits(listCount: 2))
    #expect(tally.signatureCount == 0 && counts(tally) == [:])
    #expect(tally.shapes == ShapeCounts())
  }
}
