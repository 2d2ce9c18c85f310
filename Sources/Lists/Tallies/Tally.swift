@_spi(Internal) package import Passwords

/// Signatures with their counts: all that policies need from a list, in a few thousand rows.
///
/// Tallies of parts add up to the tally of the whole, in any order; the empty tally is zero.
///
///     var tally = Tally(schema: schema)
///     tally.record(&batch)
///     tally.merge(another)
package struct Tally: Sendable, Equatable {
  /// The schema of the signatures; only tallies of equal schemas can be added.
  package let schema: Schema
  /// The number of lines by outcome.
  package var lines = LineCounts()
  /// The entries whose password is in a blocklist, by the rank of the value.
  package var hits: ListHits
  /// The number of entries of each password shape; nil unless requested.
  package var shapes: ShapeCounts?
  /// Signatures with their counts.
  private var table = CountTable()
  /// The rows of a folded tally in which passwords differ in facts, with their entries; none if the
  /// tally is exact.
  package private(set) var wide: [SignatureRange: UInt64] = [:]

  /// The kinds of line, by their names, of which a folded tally does not tell the number.
  ///
  /// Those of encodings add up to a number that is known; it is kept at the first of them.
  package private(set) var hiddenLines: Set<String> = []

  /// Makes the empty tally.
  package init(schema: Schema, shapes: ShapeCounts? = nil) {
    self.schema = schema
    self.shapes = shapes
    hits = ListHits(listCount: schema.demand.lists)
  }

  /// The number of distinct signatures; of a folded tally, of rows.
  package var signatureCount: Int { table.count + wide.count }

  /// Counts every line of a batch.
  ///
  /// Sets the number of each line's signature in this tally, from 1 on. A signature keeps its
  /// number until ``removeAll()``.
  package mutating func record(_ batch: inout LineBatch) { table.add(&batch) }

  /// Adds a number of occurrences to one signature.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    table.add(times, to: signature)
  }

  /// Adds a number of entries to the row of a folded tally.
  package mutating func record(_ range: SignatureRange, times: UInt64) {
    if range.isExact { return record(range.low, times: times) }
    wide[range, default: 0] &+= times
  }

  /// Adds a new signature without a look-up, since a tally read from a file is often only iterated.
  ///
  /// - Parameters:
  ///   - signature: A signature that the tally does not hold.
  ///   - times: Its count; at least 1.
  package mutating func append(_ signature: Signature, times: UInt64) {
    table.append(signature, times: times)
  }

  /// Adds another tally of the same schema.
  package mutating func merge(_ other: Tally) {
    precondition(other.schema == schema, "tallies of unlike schemas do not add up")
    lines.merge(other.lines)
    if !hiddenLines.isEmpty || !other.hiddenLines.isEmpty { hide(lines: other.hiddenLines) }
    hits.merge(other.hits)
    table.merge(other.table)
    if !other.wide.isEmpty { wide.merge(other.wide, uniquingKeysWith: &+) }
    guard let others = other.shapes else { return }
    if shapes == nil { shapes = others } else { shapes?.merge(others) }
  }

  /// Removes all signatures, shapes and line counts, but keeps the memory.
  package mutating func removeAll() {
    lines = LineCounts()
    hits.removeAll()
    shapes?.removeAll()
    table.removeAll()
    wide.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with each signature and its count, in no particular order; the rows of ``wide``
  /// are not among them.
  package func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    try table.forEach(body)
  }

  /// Forgets the numbers of some kinds of line; the sum of all entries stays.
  package mutating func hide(lines names: Set<String>) {
    hiddenLines.formUnion(names)
    var rest: UInt64 = 0
    for kind in LineCounts.kinds where hiddenLines.contains(kind.name) {
      if LineCounts.encodings.contains(kind.name) { rest &+= lines[keyPath: kind.field] }
      lines[keyPath: kind.field] = 0
    }
    add(hiddenEntries: rest)
  }

  /// Adds entries whose encoding is not told.
  package mutating func add(hiddenEntries count: UInt64) {
    let kind = LineCounts.kinds.first {
      LineCounts.encodings.contains($0.name) && hiddenLines.contains($0.name)
    }
    if let kind { lines[keyPath: kind.field] &+= count }
  }

  /// Hides numbers of lines below a limit, and the next smallest beside them as long as the sum of
  /// all entries would tell them.
  package mutating func hideLines(below least: UInt64) {
    let kinds = LineCounts.kinds
    var names = Set(
      kinds.filter { lines[keyPath: $0.field] > 0 && lines[keyPath: $0.field] < least }
        .map(\.name))
    let encodings = kinds.filter {
      LineCounts.encodings.contains($0.name) && lines[keyPath: $0.field] > 0
    }.sorted { lines[keyPath: $0.field] < lines[keyPath: $1.field] }
    var sum: UInt64 = 0
    for kind in encodings where names.contains(kind.name) || sum > 0 && sum < least {
      names.insert(kind.name)
      sum &+= lines[keyPath: kind.field]
    }
    hide(lines: names)
  }

  /// Calls `body` with each row and its entries, in no particular order: exact ones and those of
  /// ``wide``.
  package func forEachRange(_ body: (SignatureRange, UInt64) throws -> Void) rethrows {
    try forEach { try body(SignatureRange($0), $1) }
    for (range, entries) in wide { try body(range, entries) }
  }
}
