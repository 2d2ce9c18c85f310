@_spi(House) import Passwords

extension Tally {
  /// Replaces signatures with too few entries by the most similar other signature, for publication:
  /// no row then stands for fewer entries.
  ///
  /// Drops facts from the finest on: runs of one kind, numbers of characters, sequences, which
  /// specials occur, strength, the longest run, the length, lists and users. At each step, a rare
  /// signature joins the commonest one that agrees in all other facts. If only rare signatures
  /// agree and they suffice together, they join the commonest of these. Totals stay exact; shares
  /// of rare facts become approximate. Shapes with fewer entries are dropped.
  ///
  /// - Parameter least: The fewest entries of a row; a tally with fewer entries becomes one row.
  /// - Returns: A tally of the same lines.
  /// - Complexity: O(signatures × log signatures).
  package func folded(below least: UInt64) -> Tally {
    var rows: [Row] = []
    rows.reserveCapacity(signatureCount)
    forEach { rows.append(Row(signature: $0, count: $1)) }
    rows.sort { $0.words < $1.words }
    for mask in recipe.foldingMasks {
      if !rows.contains(where: { $0.count < least }) { break }
      Self.fold(&rows, below: least, by: mask)
    }
    var tally = Tally(recipe: recipe)
    (tally.lines, tally.hits) = (lines, hits)
    tally.shapes = shapes?.dropping(below: least)
    for row in rows { tally.record(row.signature, times: row.count) }
    return tally
  }

  private struct Row {
    var signature: Signature
    var count: UInt64
    var words: (UInt64, UInt64, UInt64) { (signature.w0, signature.w1, signature.w2) }
  }

  /// Merges rare rows into rows that agree with them under a mask; the rows stay in order.
  private static func fold(_ rows: inout [Row], below least: UInt64, by mask: Signature) {
    // For each key: the commonest row, the commonest rare row, and the entries of all rare rows.
    var families: [Signature: (common: Int?, rare: Int?, entries: UInt64)] = [:]
    for (index, row) in rows.enumerated() {
      let key = row.signature.masked(by: mask)
      var family = families[key] ?? (nil, nil, 0)
      if row.count >= least {
        if family.common.map({ rows[$0].count < row.count }) ?? true { family.common = index }
      } else {
        if family.rare.map({ rows[$0].count < row.count }) ?? true { family.rare = index }
        family.entries &+= row.count
      }
      families[key] = family
    }
    let isLast = mask == Signature()
    var sums: [UInt64] = rows.map { $0.count >= least ? $0.count : 0 }
    for (index, row) in rows.enumerated() where row.count < least {
      guard let family = families[row.signature.masked(by: mask)] else { continue }
      let target = family.common ?? (family.entries >= least || isLast ? family.rare : nil)
      sums[target ?? index] &+= row.count
    }
    for index in rows.indices { rows[index].count = sums[index] }
    rows.removeAll { $0.count == 0 }
  }
}

extension Signature {
  fileprivate func masked(by mask: Signature) -> Signature {
    Signature(w0 & mask.w0, w1 & mask.w1, w2 & mask.w2)
  }
}

extension Recipe {
  /// The bits in which a replacement must agree, strictest mask first; the last one requires none.
  fileprivate var foldingMasks: [Signature] {
    var mask = Signature(.max, .max, .max)
    let masks = Set(LosableFact.allCases.map(\.fineness)).sorted().map { turn in
      for part in LosableFact.allCases where part.fineness == turn {
        let bits = bits(of: part)
        mask = Signature(mask.w0 & ~bits.w0, mask.w1 & ~bits.w1, mask.w2 & ~bits.w2)
      }
      return mask
    }
    return masks + [Signature()]
  }
}
