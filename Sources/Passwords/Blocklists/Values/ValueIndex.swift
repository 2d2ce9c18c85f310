@_spi(Internal) import Bytes
import EmbeddedData
@_spi(Internal) import Passwords

/// Lists with the same comparison, behind the filter that rejects most passwords.
struct ValueIndex<Form: ValueForm>: Sendable {
  private let filter: ValueFilter
  private let table: FingerprintTable

  /// The number of distinct values of all its lists.
  var valueCount: Int { table.count }

  /// A list: its bit, the fingerprint and the filter key of each value in the order added, and
  /// whether this is the order of rank.
  typealias List = (bit: UInt32, fingerprints: [UInt64], keys: [UInt64], isRanked: Bool)

  /// Joins lists; nil if there are none.
  ///
  /// - Returns: The index, and for each list the number of its distinct values.
  static func make(_ lists: [List]) -> (index: ValueIndex?, distinct: [Int]) {
    if lists.isEmpty { return (nil, []) }
    let (table, distinct) = FingerprintTable.make(
      lists.map { ($0.bit, $0.fingerprints, $0.isRanked) })
    return (ValueIndex(filter: ValueFilter(lists.map(\.keys)), table: table), distinct)
  }

  private init(filter: ValueFilter, table: FingerprintTable) {
    self.filter = filter
    self.table = table
  }

  /// The bits of the lists that hold a password.
  func lists(holding password: Span<UInt8>) -> UInt32 {
    lists(holdingFingerprint: Form.fingerprint(of: password))
  }

  /// Whether the filter passes a key.
  @inline(__always)
  func mayHold(_ key: UInt64) -> Bool { filter.mayHold(key) != 0 }

  /// The bits of the lists that hold a value with this fingerprint.
  func lists(holdingFingerprint fingerprint: UInt64) -> UInt32 {
    table.lists(holding: fingerprint, in: unsafe table.entries.memory.span)
  }

  /// The number of values by rank band for each list; empty for an unranked list.
  var bandCounts: [[UInt64]] { table.bandCounts }

  /// The best rank band of a password; nil if no ranked list holds it.
  func bestBand(of password: Span<UInt8>) -> RankBand? {
    var best: RankBand?
    table.forEachBand(of: Form.fingerprint(of: password)) { _, band in
      best = min(best ?? .unranked, RankBand(rawValue: band))
    }
    return best
  }

  /// Sets the bits of the lists that hold each line, and counts the hits of ranked lists by band.
  ///
  /// Filters all lines, hashes those that pass, then looks them up, so that cache misses overlap.
  /// Takes 51 instructions for a line of ASCII that the filter rejects.
  func mark(
    _ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field,
    counting hits: inout ListHits
  ) {
    // The value of `LineBatch.capacity`, which cannot be used in a type.
    var candidateStorage = InlineArray<256, UInt8>(repeating: 0)
    var fingerprintStorage = InlineArray<256, UInt64>(repeating: 0)

    let candidateCount = collect(&candidateStorage, from: batch, in: text)
    let candidates = candidateStorage.span

    let entries = unsafe table.entries.memory.span
    var fingerprints = fingerprintStorage.mutableSpan
    // Enough lines for cache misses to overlap, few enough to stay in the cache.
    var tile = 0..<0
    while tile.upperBound < candidateCount {
      tile = tile.upperBound..<min(tile.upperBound + 64, candidateCount)
      for place in tile {
        let line = batch.line(Int(candidates[place]))
        let fingerprint =
          switch line.encoding {
          case .ascii, .illFormed: Form.fingerprint(of: text, in: line.range)
          case .utf8: Form.fingerprintOfUTF8(text.extracting(line.range))
          }
        table.prefetch(fingerprint)
        fingerprints[place] = fingerprint
      }
      for place in tile {
        let lists = table.lists(holding: fingerprints[place], in: entries)
        batch.insert(lists, into: field, at: Int(candidates[place]))
      }
      if !table.isRanked { continue }
      for place in tile {
        let index = Int(candidates[place])
        let entries = batch.isWeighted ? batch[weight: index] : 1
        table.forEachBand(of: fingerprints[place]) { list, band in
          hits.add(entries, list: list, band: band)
        }
      }
    }
  }

  /// Collects the lines that pass the filter, and returns their number.
  ///
  /// A separate function, since the loop needs every register.
  @inline(never)
  private func collect(
    _ candidateStorage: inout InlineArray<256, UInt8>, from batch: borrowing LineBatch,
    in text: RawSpan
  ) -> Int {
    // Stores every line's index; the next line overwrites it if the filter rejects it. Lines beyond
    // ASCII pass, since the filter does not know their normal form.
    var candidates = candidateStorage.mutableSpan
    var count = 0
    for index in 0..<batch.count {
      let line = batch.line(index)
      let key = Form.key(of: text, in: line.range)
      // SAFETY: there are at most as many candidates as earlier lines, and at most 256 lines.
      unsafe candidates[unchecked: count] = UInt8(truncatingIfNeeded: index)
      count &+= filter.mayHold(key) | (line.encoding == .ascii ? 0 : 1)
    }
    return count
  }
}

/// A form in which values are compared.
protocol ValueForm {
  /// The fingerprint of any bytes.
  static func fingerprint(of value: Span<UInt8>) -> UInt64
  /// The fingerprint of some bytes of a text that are ASCII, or not UTF-8.
  static func fingerprint(of text: RawSpan, in range: Range<Int>) -> UInt64
  /// The fingerprint of well-formed text beyond ASCII.
  static func fingerprintOfUTF8(_ text: RawSpan) -> UInt64
  /// The filter key of some bytes of a text, for ASCII only.
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64
}

extension ValueIndex<FormC> {
  /// Makes the built-in list's index, which is compiled into the program, with the list's bit; no
  /// other list is compared exactly.
  init(builtIn index: BuiltInIndex, bit: UInt32) {
    // SAFETY: the memory is part of the program.
    self.init(
      filter: ValueFilter(compiledIn: unsafe FixedNumbers(compiledIn: index.filter)),
      table: FingerprintTable(
        compiledIn: unsafe FixedNumbers(compiledIn: index.places), count: index.distinctCount,
        bit: bit))
  }
}

extension FormC: ValueForm {
  static func fingerprint(of value: Span<UInt8>) -> UInt64 { ValueFingerprint.of(value) }

  @inline(__always)
  static func fingerprint(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    ValueFingerprint.ofRaw(text, in: range)
  }

  static func fingerprintOfUTF8(_ text: RawSpan) -> UInt64 { ValueFingerprint.ofUTF8(text) }

  @inline(__always)
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    ValueFilter.key(of: text, in: range)
  }
}

extension FoldedForm: ValueForm {
  static func fingerprint(of value: Span<UInt8>) -> UInt64 {
    with(value.raw) { ValueFingerprint.ofRaw($0, in: 0..<$0.byteCount) }
  }

  @inline(__always)
  static func fingerprint(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    ValueFingerprint.ofLowercase(text, in: range)
  }

  static func fingerprintOfUTF8(_ text: RawSpan) -> UInt64 {
    withBeyondASCII(text) { ValueFingerprint.ofRaw($0, in: 0..<$0.byteCount) }
  }

  @inline(__always)
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    ValueFilter.lowercaseKey(of: text, in: range)
  }
}

extension LineBatch {
  /// Sets bits of the list field in a line's signature.
  @inline(__always)
  mutating func insert(_ lists: UInt32, into field: Signature.Field, at index: Int) {
    let bits = UInt64(lists) &<< UInt64(field.shift)
    var signature = self[signature: index]
    switch field.word {
    case 0: signature.w0 |= bits
    case 1: signature.w1 |= bits
    default: signature.w2 |= bits
    }
    self[signature: index] = signature
  }
}
