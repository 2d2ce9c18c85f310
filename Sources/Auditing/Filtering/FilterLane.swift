import Blocklists
@_spi(House) import Bytes
@_spi(House) import Hashing
package import Intake
import Packing
import PasswordStrength
@_spi(House) import Passwords

/// The reusable state of one worker of a ``ListFilter``.
package final class FilterLane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one lane at a time uses this scratch memory.
  private let profiler: Profiler
  private let judge: Judge
  private let sieve: Sieve
  // 4,096 answers stay in a second-level cache.
  private var answers = SignatureMemory<Bool>(bits: 12)
  private var batch = LineBatch()
  /// Required by the judge, but unused by a filter.
  private var hits: ListHits
  private var passwords = PasswordLines(longestLine: Recipe.longestLine, keepsLines: true)
  private let takesPasswords: Bool
  private let makesKeys: Bool
  private let seed: UInt64

  /// Makes a lane of a filter.
  package init(_ filter: ListFilter) {
    profiler = filter.criteria.profiler
    judge = Judge(filter.criteria)
    hits = ListHits(listCount: filter.criteria.blocklists.blocklists.count)
    sieve = filter.sieve
    takesPasswords = filter.takesPasswords
    makesKeys = filter.makesKeys
    seed = filter.seed
  }

  /// Filters the lines of a chunk.
  ///
  /// - Parameters:
  ///   - parcel: The chunk.
  ///   - keepsHeader: Whether its header passes too.
  /// - Returns: The passing lines, or their passwords, with their keys if requested.
  package func filter(_ parcel: Parcel, keepsHeader: Bool = false) -> FilteredLines {
    var result = FilteredLines()
    var kept = KeptText()
    parcel.chunk.withPaddedText { text, end in
      if let desk = parcel.desk {
        take(parcel, desk, text, end, &result, &kept, keepsHeader: keepsHeader)
      } else if takesPasswords || makesKeys {
        sift(text, end, &result.lines) { _, line in
          takesPasswords
            ? kept.append(password: line, of: text) : kept.append(line: line, of: text)
          if makesKeys { result.keys.append(key(of: line, in: text, kept.lastByteCount)) }
        }
      } else {
        // The usual filter has its own path, so that no line needs a choice.
        sift(text, end, &result.lines) { _, line in kept.append(line: line, of: text) }
      }
      kept.finish(text)
    }
    result.text = Concealed(bytes: kept.bytes)
    result.keptCount = kept.count
    return result
  }

  /// Adds the lines of a list with a layout, in order.
  private func take(
    _ parcel: Parcel, _ desk: LayoutDesk, _ source: RawSpan, _ end: Int,
    _ result: inout FilteredLines, _ kept: inout KeptText, keepsHeader: Bool
  ) {
    let lines = linesKept(of: parcel, desk, source, end, &result)
    defer { if !takesPasswords { kept.finish(source) } }
    if keepsHeader, parcel.hasHeader, !takesPasswords {
      kept.append(header: source, end)
      result.headerByteCount = kept.bytes.count
    }
    let apart = passwords.apartText
    passwords.withPaddedText { text, _ in
      for line in lines {
        let words = line.isApart ? apart.raw : text
        if !takesPasswords {
          kept.append(line.whole, of: source)
        } else if line.isApart {
          kept.finish(text)
          kept.append(decoded: apart[line.password])
        } else {
          kept.append(password: line.password, of: text)
        }
        if makesKeys {
          result.keys.append(
            key(of: line.password, in: words, kept.lastByteCount, weight: line.weight))
        }
      }
      if takesPasswords { kept.finish(text) }
    }
  }

  private func key(
    of password: Range<Int>, in text: RawSpan, _ byteCount: Int, weight: UInt64 = 1
  ) -> LineKey {
    let hash = xxh3Wide(text.extracting(password), seed: seed)
    return LineKey(
      high: hash.high, low: hash.low, weight: weight, byteCount: UInt32(clamping: byteCount))
  }

  /// A line that passes.
  private struct KeptLine {
    /// The bytes in the chunk, with the line end.
    let whole: Range<Int>
    /// The password in the text of the chunk's passwords, or in the text of the passwords kept
    /// apart.
    let password: Range<Int>
    var isApart = false
    var weight: UInt64 = 1
  }

  /// The lines whose passwords pass, in order.
  private func linesKept(
    of parcel: Parcel, _ desk: LayoutDesk, _ source: RawSpan, _ end: Int,
    _ result: inout FilteredLines
  ) -> [KeptLine] {
    passwords.take(source, end: end, by: parcel.layout, skipsHeader: parcel.hasHeader)
    desk.enter(passwords.account, of: parcel)
    result.lines.add(passwords.account)
    var kept: [KeptLine] = []
    let (places, weights) = (passwords.users, passwords.weights)
    passwords.withPaddedText { text, end in
      sift(text, end, &result.lines) { first, users, batch in
        if !places.isEmpty { users.mark(&batch, in: text, by: source) { places[first &+ $0] } }
      } keep: { index, range in
        kept.append(
          KeptLine(
            whole: passwords.lines[index], password: range,
            weight: weights.isEmpty ? 1 : weights[index]))
      }
    }
    if passwords.account.blank > 0 {
      batch.removeAll()
      judge.addBlank(to: &batch, counting: 1)
      if passes(0) {
        kept += passwords.blankLines.map { KeptLine(whole: $0, password: 0..<0, isApart: true) }
      }
    }
    if passwords.apart.isEmpty, passwords.blankLines.isEmpty { return kept }
    let bytes = passwords.apartText
    let apart = bytes.raw
    for password in passwords.apart {
      batch.removeAll()
      profiler.add(password.range, of: apart, to: &batch)
      result.lines.count(batch)
      _ = judge.complete(&batch, in: apart, counting: &hits) { users, batch in
        users.mark(&batch, in: apart, by: source) { _ in password.user }
      }
      if passes(0) {
        kept.append(
          KeptLine(
            whole: password.line, password: password.range, isApart: true,
            weight: password.weight))
      }
    }
    return kept.sorted { $0.whole.lowerBound < $1.whole.lowerBound }
  }

  /// Calls `keep` for each password of a text that passes, with its number and its range.
  ///
  /// `mark` marks passwords that relate to their users' names; its argument is the number of the
  /// batch's first password.
  @inline(__always)
  private func sift(
    _ text: RawSpan, _ end: Int, _ lines: inout LineCounts,
    mark: (Int, UserMarker, inout LineBatch) -> Void = { _, _, _ in },
    keep: (Int, Range<Int>) -> Void
  ) {
    var cursor = 0
    var first = 0
    while cursor < end {
      batch.removeAll()
      profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &lines)
      _ = judge.complete(&batch, in: text, counting: &hits) { users, batch in
        mark(first, users, &batch)
      }
      for index in 0..<batch.count where passes(index) {
        keep(first &+ index, batch.line(index).range)
      }
      first &+= batch.count
    }
  }

  /// Whether a password of the batch passes.
  @inline(__always)
  private func passes(_ index: Int) -> Bool {
    answers[answers.place(of: batch[signature: index], workOut: sieve.passes)] ?? false
  }
}
