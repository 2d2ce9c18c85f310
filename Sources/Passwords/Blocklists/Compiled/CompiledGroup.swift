import Diagnostics
@_spi(Internal) import Passwords

/// Compiled lists with the same comparison; the fingerprint of a line is computed once for all.
struct CompiledGroup: Sendable {
  /// The comparison of all lists.
  let comparison: ListComparison
  private let lists: [(number: Int, list: CompiledBlocklist)]

  /// Groups numbered lists by comparison; a list's number is its bit in a signature.
  static func make(_ lists: [(number: Int, list: CompiledBlocklist)]) -> [CompiledGroup] {
    ListComparison.byFingerprint.compactMap { comparison in
      let lists = lists.filter { $0.list.header.comparison == comparison }
      return lists.isEmpty ? nil : CompiledGroup(comparison: comparison, lists: lists)
    }
  }

  /// Checks that no file has changed since it was opened.
  func checkUnchanged() throws(Problem) {
    for member in lists { try member.list.checkUnchanged() }
  }

  /// The bits of the lists that hold a password.
  func lists(holding password: Span<UInt8>) -> UInt32 {
    lists(holdingFingerprint: comparison.fingerprint(of: password))
  }

  /// The lists that hold an NT hash, by its first 64 bits; none if they are not of such hashes.
  func lists(holdingNTHash head: UInt64) -> UInt32 {
    comparison == .ntlm ? lists(holdingFingerprint: head) : 0
  }

  private func lists(holdingFingerprint fingerprint: UInt64) -> UInt32 {
    lists.reduce(0) { bits, member in
      member.list.find(fingerprint) == CompiledIndex.nothing
        ? bits : bits | 1 << UInt32(member.number)
    }
  }

  /// The best rank band of a password; nil if no list holds it.
  func bestBand(of password: Span<UInt8>) -> RankBand? {
    let fingerprint = comparison.fingerprint(of: password)
    return lists.compactMap { member in
      let band = member.list.find(fingerprint)
      return band == CompiledIndex.nothing ? nil : RankBand(rawValue: band)
    }.min()
  }

  /// Sets the bits of the lists that hold each line, and counts the hits by rank band.
  func mark(
    _ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field,
    counting hits: inout ListHits
  ) {
    var fingerprintStorage = InlineArray<256, UInt64>(repeating: 0)
    var bandStorage = InlineArray<256, UInt8>(repeating: 0)
    var fingerprints = fingerprintStorage.mutableSpan
    switch comparison {
    case .exact: FormC.fill(&fingerprints, of: batch, in: text)
    case .fold: FoldedForm.fill(&fingerprints, of: batch, in: text)
    case .leet: LeetForm.fill(&fingerprints, of: batch, in: text)
    case .sha1: SHA1Form.fill(&fingerprints, of: batch, in: text)
    case .ntlm: NTLMForm.fill(&fingerprints, of: batch, in: text)
    case .derivatives, .substring, .entraLike: preconditionFailure("no file has such values")
    }
    for member in lists {
      var bands = bandStorage.mutableSpan
      member.list.find(fingerprints.span, count: batch.count, into: &bands)
      let bit = UInt32(1) << UInt32(member.number)
      for index in 0..<batch.count {
        let band = bands[index]
        batch.insert(band == CompiledIndex.nothing ? 0 : bit, into: field, at: index)
      }
      hits.add(bands.span, of: batch, list: member.number)
    }
  }
}

extension ValueForm {
  /// Computes the fingerprint of each line of a batch.
  static func fill(
    _ fingerprints: inout MutableSpan<UInt64>, of batch: borrowing LineBatch, in text: RawSpan
  ) {
    for index in 0..<batch.count {
      let line = batch.line(index)
      fingerprints[index] =
        switch line.encoding {
        case .ascii, .illFormed: fingerprint(of: text, in: line.range)
        case .utf8: fingerprintOfUTF8(text.extracting(line.range))
        }
    }
  }
}

extension DigestForm {
  /// Computes the fingerprint of each line of a batch: short lines in groups, others one by one.
  static func fill(
    _ fingerprints: inout MutableSpan<UInt64>, of batch: borrowing LineBatch, in text: RawSpan
  ) {
    var startStorage = InlineArray<256, UInt32>(repeating: 0)
    var countStorage = InlineArray<256, UInt8>(repeating: 0)
    var digestStorage = InlineArray<256, UInt64>(repeating: 0)
    var lineStorage = InlineArray<256, UInt8>(repeating: 0)
    var starts = startStorage.mutableSpan
    var counts = countStorage.mutableSpan
    var lines = lineStorage.mutableSpan
    var count = 0
    for index in 0..<batch.count {
      let line = batch.line(index)
      let isShort =
        line.byteCount <= short && Int(line.start) + 64 <= text.byteCount
        && (line.encoding == .ascii || !isForASCII)
      if isShort {
        starts[count] = line.start
        counts[count] = UInt8(truncatingIfNeeded: line.byteCount)
        lines[count] = UInt8(truncatingIfNeeded: index)
        count += 1
      } else {
        fingerprints[index] = fingerprint(of: Span(_bytes: text.extracting(line.range)))
      }
    }
    var digests = digestStorage.mutableSpan
    Self.fingerprints(starts.span, counts.span, count: count, in: text, into: &digests)
    for place in 0..<count { fingerprints[Int(lines[place])] = digests[place] }
  }
}
