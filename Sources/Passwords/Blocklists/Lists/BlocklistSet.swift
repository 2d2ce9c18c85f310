package import Diagnostics
import EmbeddedData
@_spi(Internal) package import Passwords

/// Up to 32 lists of refused values that are looked up together; each has a bit in the signature.
///
/// A list refuses a password if it holds the whole password; contained words do not count (SP
/// 800-63B-4, section 3.1.1.2), unless the list's ``ListComparison`` states otherwise.
///
///     let set = try BlocklistSet([.builtIn()])
///     set.lists(holding: password)             // 1 for "password", 0 for "pass phrase of my own"
package struct BlocklistSet: Sendable {
  /// The lists in the order of their bits.
  package let blocklists: [Blocklist]

  /// The number of distinct values in all lists that compare whole passwords.
  ///
  /// Counts a value once for each compiled or recorded list that holds it.
  package var valueCount: Int {
    (exact?.valueCount ?? 0) + (folded?.valueCount ?? 0) + (leet?.valueCount ?? 0)
      + apartValueCount
  }

  private let exact: ValueIndex<FormC>?
  private let folded: ValueIndex<FoldedForm>?
  private let leet: ValueIndex<LeetForm>?
  private let contextWords: ContextWords?
  private let parts: PartIndex?
  private let terms: TermIndex?
  private let compiled: [CompiledGroup]
  private let apartValueCount: Int
  /// Whether passwords can be looked up; false if a list is only recorded, so has no values here.
  package let canAnswer: Bool

  /// The most lists, one for each bit of a look-up.
  package static let limit = UInt32.bitWidth

  /// Joins lists in memory; list `i` gets bit `i`.
  package init(_ builders: [BlocklistBuilder]) throws(Problem) {
    try self.init(sources: builders.map { .values($0) })
  }

  /// Joins lists; list `i` gets bit `i`.
  ///
  /// Lists in memory take some 18 bytes a value, or 24 if there are several lists. Joining their
  /// values, which the builders have already hashed, takes 10 to 60 ns each, 0.05 s for a million.
  /// The built-in list costs neither if it is the only one that is compared exactly.
  ///
  /// A list of parts to find inside passwords takes 0.4 s for a million values.
  ///
  /// - Throws: ``Problem`` beyond ``limit``, or if a list has more values or terms than its comparison
  ///   can take.
  package init(sources: [BlocklistSource]) throws(Problem) {
    guard sources.count <= Self.limit else {
      throw .tooManyLists(sources.count, limit: Self.limit)
    }
    for case .values(let builder) in sources { try builder.checkSize() }
    var valueCounts = Array(repeating: 0, count: sources.count)
    func lists(
      _ lookup: ListComparison.Lookup
    ) -> [(bit: UInt32, values: BlocklistBuilder)] {
      sources.enumerated().compactMap { number, source in
        guard case .values(let builder) = source, builder.comparison.lookup == lookup else {
          return nil
        }
        return (1 << UInt32(number), builder)
      }
    }
    func byFingerprint(
      _ lookup: ListComparison.Lookup
    ) -> [(bit: UInt32, fingerprints: [UInt64], keys: [UInt64], isRanked: Bool)] {
      lists(lookup).map { bit, list in
        let values = list.inMemory
        return (bit, values.fingerprints, values.keys, values.isRanked)
      }
    }
    func note(_ distinct: [Int], _ lookup: ListComparison.Lookup) {
      for (list, count) in zip(lists(lookup), distinct) {
        valueCounts[list.bit.trailingZeroBitCount] = count
      }
    }
    var bandCounts = Array(repeating: [UInt64](), count: sources.count)
    func note(_ counts: [[UInt64]], _ lookup: ListComparison.Lookup) {
      for (list, counts) in zip(lists(lookup), counts) {
        bandCounts[list.bit.trailingZeroBitCount] = counts
      }
    }
    var distinct: [Int]
    let compared = lists(.exact)
    if compared.count == 1, let index = compared[0].values.compiledIn {
      exact = ValueIndex(builtIn: index, bit: compared[0].bit)
      distinct = [index.distinctCount]
    } else {
      (exact, distinct) = ValueIndex.make(byFingerprint(.exact))
    }
    note(distinct, .exact)
    note(exact?.bandCounts ?? [], .exact)
    (folded, distinct) = ValueIndex.make(byFingerprint(.fold))
    note(distinct, .fold)
    note(folded?.bandCounts ?? [], .fold)
    (leet, distinct) = ValueIndex.make(byFingerprint(.leet))
    note(distinct, .leet)
    note(leet?.bandCounts ?? [], .leet)
    (contextWords, distinct) = ContextWords.make(lists(.derivatives))
    note(distinct, .derivatives)
    (parts, distinct) = PartIndex.make(
      lists(.parts).map { ($0.bit, $0.values.comparison.form, $0.values.parts) })
    note(distinct, .parts)
    (terms, distinct) = TermIndex.make(
      lists(.terms).map { ($0.bit, $0.values.words, $0.values.names) })
    note(distinct, .terms)
    let files = sources.enumerated().compactMap { number, source in
      if case .compiled(let list) = source { (number: number, list: list) } else { nil }
    }
    compiled = CompiledGroup.make(files)
    apartValueCount = sources.reduce(0) { sum, source in
      switch source {
      case .values: sum
      case .compiled(let list): sum + list.header.valueCount
      case .recorded(let list):
        sum + (list.blocklist.comparison.isByFingerprint ? list.blocklist.valueCount : 0)
      }
    }
    canAnswer = !sources.contains { if case .recorded = $0 { true } else { false } }
    blocklists = sources.enumerated().map { number, source in
      let valueCount = valueCounts[number]
      return switch source {
      case .compiled(let list): list.blocklist
      case .recorded(let list): list.blocklist
      case .values(let builder):
        Blocklist(
          name: builder.name, provenance: builder.provenance, comparison: builder.comparison,
          valueCount: valueCount, repeatCount: builder.count - valueCount,
          emptyCount: builder.emptyCount, bandCounts: bandCounts[number],
          lengthCounts: builder.lengthCounts, unfitCount: builder.unfitCount)
      }
    }
  }

  /// The demand for a bit for each list.
  package var demand: FactDemand {
    var demand = FactDemand()
    demand.lists = blocklists.count
    return demand
  }

  /// The expected number of false hits in look-ups of passwords that no list holds.
  ///
  /// Fingerprints have 64 bits, so each of `m` look-ups matches each of `n` values with probability
  /// 2⁻⁶⁴: 0.0005 false hits in a billion look-ups against ten million values. Other comparisons
  /// compare the values themselves, without false hits.
  package func expectedFalseHits(lookups: Int) -> Double {
    Blocklist.expectedFalseHits(values: valueCount, Double(lookups))
  }

  /// The lists that hold a password, bit `i` for list `i`.
  ///
  /// - Parameter password: The bytes without line end, in any normalisation form.
  /// - Returns: 0 if no list holds it.
  package func lists(holding password: Span<UInt8>) -> UInt32 {
    precondition(canAnswer, "a recorded list holds no values")
    if password.isEmpty { return 0 }
    var lists: UInt32 = 0
    if let exact { lists |= exact.lists(holding: password) }
    if let folded { lists |= folded.lists(holding: password) }
    if let leet { lists |= leet.lists(holding: password) }
    if let contextWords { lists |= contextWords.lists(refusing: password) }
    if let parts { lists |= parts.lists(within: password) }
    if let terms { lists |= terms.lists(refusing: password) }
    for group in compiled { lists |= group.lists(holding: password) }
    return lists
  }

  /// The best rank band of a password among the ranked lists; nil if none of them holds it.
  package func bestBand(of password: Span<UInt8>) -> RankBand? {
    if password.isEmpty { return nil }
    let inMemory = [
      exact?.bestBand(of: password), folded?.bestBand(of: password), leet?.bestBand(of: password),
    ]
    return (inMemory + compiled.map { $0.bestBand(of: password) }).compactMap(\.self).min()
  }

  /// Checks that no compiled list has changed since it was opened, since a change makes answers
  /// wrong.
  ///
  /// - Throws: ``Problem`` if another program has changed one.
  package func checkUnchanged() throws(Problem) {
    for group in compiled { try group.checkUnchanged() }
  }

  /// Sets bit `i` of the schema's list field in the signature of each line that list `i` holds.
  ///
  /// - Parameters:
  ///   - batch: Lines whose list field is 0.
  ///   - text: The chunk that the batch's offsets refer to.
  ///   - schema: The schema of the signatures, made for a demand that includes ``demand``.
  package func mark(_ batch: inout LineBatch, in text: RawSpan, schema: Schema) {
    var hits = ListHits(listCount: blocklists.count)
    mark(&batch, in: text, schema: schema, counting: &hits)
  }

  /// Does the same, and counts the hits of ranked lists by the rank of the value.
  package func mark(
    _ batch: inout LineBatch, in text: RawSpan, schema: Schema, counting hits: inout ListHits
  ) {
    precondition(canAnswer, "a recorded list holds no values")
    if blocklists.isEmpty { return }
    guard let field = schema.listField, field.width >= blocklists.count else {
      preconditionFailure("the schema has too few bits for these lists")
    }
    if let exact { exact.mark(&batch, in: text, field, counting: &hits) }
    if let folded { folded.mark(&batch, in: text, field, counting: &hits) }
    if let leet { leet.mark(&batch, in: text, field, counting: &hits) }
    if let contextWords { contextWords.mark(&batch, in: text, field) }
    if let parts { parts.mark(&batch, in: text, field) }
    if let terms { terms.mark(&batch, in: text, field) }
    for group in compiled { group.mark(&batch, in: text, field, counting: &hits) }
  }

  /// The compiled lists of NTLM hashes that hold the hash of some password, by its first 64 bits.
  package func lists(holdingNTHash head: UInt64) -> UInt32 {
    compiled.reduce(0) { $0 | $1.lists(holdingNTHash: head) }
  }
}
