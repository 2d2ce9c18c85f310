package import Passwords

/// Up to 32 lists of refused values that are looked up together, each a bit of a signature.
///
/// A password is refused where a list holds it whole and exactly, both in normalisation form C; case
/// counts, and contained words do not (SP 800-63B-4, section 3.1.1.2).
///
///     let set = try BlocklistSet([.builtIn()])
///     set.lists(holding: password)             // 1 for "password", 0 for "pass phrase of my own"
package struct BlocklistSet: Sendable {
  /// The lists in the order of their bits.
  package let blocklists: [Blocklist]

  /// Distinct values of all lists.
  package var valueCount: Int { table.count }

  private let filter: ValueFilter
  private let table: FingerprintTable

  /// As many lists as fit into the bits of one look-up.
  package static let limit = UInt32.bitWidth

  /// Joins lists; list `i` gets bit `i`.
  ///
  /// Takes some 18 bytes of memory a value, 24 where there are several lists, and 10 to 60 ns: a
  /// millisecond for the built-in list, 0.05 s for a million values.
  ///
  /// - Throws: ``BlocklistProblem/tooManyLists(found:limit:)`` beyond ``limit``.
  package init(_ builders: [BlocklistBuilder]) throws(BlocklistProblem) {
    guard builders.count <= Self.limit else {
      throw .tooManyLists(found: builders.count, limit: Self.limit)
    }
    filter = ValueFilter(builders.map(\.keys))
    let distinct: [Int]
    (table, distinct) = FingerprintTable.make(builders.map(\.fingerprints))
    blocklists = zip(builders, distinct).map { builder, valueCount in
      Blocklist(
        name: builder.name, provenance: builder.provenance, valueCount: valueCount,
        repeatCount: builder.fingerprints.count - valueCount, emptyCount: builder.emptyCount)
    }
  }

  /// What signatures must have room for: a bit a list.
  package var demand: FactDemand {
    var demand = FactDemand()
    demand.lists = blocklists.count
    return demand
  }

  /// False hits to expect of look-ups of passwords that no list holds.
  ///
  /// Values are told apart by 64 bits of a hash, so each of `m` look-ups meets each of `n` values
  /// with probability 2⁻⁶⁴: 0.0005 false hits in a billion look-ups against ten million values.
  package func expectedFalseHits(lookups: Int) -> Double {
    Double(valueCount) * Double(lookups) * 0x1p-64
  }

  /// The lists that hold a password, bit `i` for list `i`.
  ///
  /// - Parameter password: Its bytes, without line end, in any normalisation form.
  /// - Returns: 0 where no list does.
  package func lists(holding password: Span<UInt8>) -> UInt32 {
    password.isEmpty ? 0 : table.lists(holding: Fingerprint.of(password))
  }

  /// Sets bit `i` of the recipe's list field in the signature of each line that list `i` holds.
  ///
  /// Asks the filter about all lines, hashes those that pass, then looks these up: so no line waits
  /// for the memory that another one needs.
  ///
  /// - Parameters:
  ///   - batch: Lines whose list field is 0.
  ///   - text: The chunk that the batch's offsets refer to.
  ///   - recipe: What packed the signatures; made for a demand that includes ``demand``.
  package func mark(_ batch: inout LineBatch, in text: RawSpan, recipe: Recipe) {
    if blocklists.isEmpty { return }
    guard let field = recipe.listField, field.width >= blocklists.count else {
      preconditionFailure("the recipe has too few bits for these lists")
    }
    // As many as `LineBatch.capacity`, which a type cannot name.
    var candidateStorage = InlineArray<256, UInt8>(repeating: 0)
    var fingerprintStorage = InlineArray<256, UInt64>(repeating: 0)

    // Every line is written down; those that the filter stops are written over. What goes beyond
    // ASCII passes, since the filter does not know its normal form.
    var candidates = candidateStorage.mutableSpan
    var candidateCount = 0
    for index in 0..<batch.count {
      let line = batch.line(index)
      let start = Int(line.start)
      let key = ValueFilter.key(of: text, in: start..<start &+ Int(line.byteCount))
      candidates[candidateCount] = UInt8(truncatingIfNeeded: index)
      candidateCount &+= filter.mayHold(key) | (line.encoding == .ascii ? 0 : 1)
    }

    var fingerprints = fingerprintStorage.mutableSpan
    for place in 0..<candidateCount {
      let line = batch.line(Int(candidates[place]))
      let start = Int(line.start)
      let range = start..<start + Int(line.byteCount)
      fingerprints[place] =
        switch line.encoding {
        case .ascii, .illFormed: Fingerprint.ofRaw(text, in: range)
        case .utf8: Fingerprint.ofUTF8(text.extracting(range))
        }
    }

    // So many at once that their cache misses overlap, so few that what was read is still there.
    var tile = 0..<0
    while tile.upperBound < candidateCount {
      tile = tile.upperBound..<min(tile.upperBound + 32, candidateCount)
      var touched: UInt64 = 0
      for place in tile { touched |= table.touch(fingerprints[place]) }
      if touched == 0 { continue }
      for place in tile {
        let index = Int(candidates[place])
        let bits = UInt64(table.lists(holding: fingerprints[place])) &<< UInt64(field.shift)
        var signature = batch[signature: index]
        switch field.word {
        case 0: signature.w0 |= bits
        case 1: signature.w1 |= bits
        default: signature.w2 |= bits
        }
        batch[signature: index] = signature
      }
    }
  }
}
