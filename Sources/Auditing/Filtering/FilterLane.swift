@_spi(House) import Bytes
@_spi(House) import Hashing
package import Intake
import Packing
@_spi(House) import Passwords

/// The reusable state of one worker of a ``ListFilter``.
package final class FilterLane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one lane at a time uses this scratch memory.
  private let batches: LineBatches
  private var answers: Answers
  private let takesPasswords: Bool
  private let makesKeys: Bool
  private let seed: UInt64

  /// Makes a lane of a filter.
  package init(_ filter: ListFilter) {
    batches = LineBatches(filter.criteria, countsEntries: false, keepsLines: true)
    answers = Answers(filter.sieve)
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
      if parcel.layout.isPlain {
        takeLines(of: parcel, &result, &kept)
      } else {
        takeParts(of: parcel, text, end, &result, &kept, keepsHeader: keepsHeader)
      }
      kept.finish(text)
    }
    result.lines = batches.lines
    result.text = Concealed(bytes: kept.bytes)
    result.keptCount = kept.count
    return result
  }

  /// Adds the lines of a list without a layout.
  private func takeLines(
    of parcel: Parcel, _ result: inout FilteredLines, _ kept: inout KeptText
  ) {
    batches.forEach(of: parcel) { batch, text, _ in
      if takesPasswords || makesKeys {
        answers.forEachPassing(of: batch) { index in
          let line = batch.line(index).range
          takesPasswords
            ? kept.append(password: line, of: text) : kept.append(line: line, of: text)
          if makesKeys { result.keys.append(key(of: line, in: text, kept.lastByteCount)) }
        }
      } else {
        // The usual filter has its own path, so that no line needs a choice.
        answers.forEachPassing(of: batch) { index in
          kept.append(line: batch.line(index).range, of: text)
        }
      }
    }
  }

  /// Adds the lines of a list with a layout, in order.
  private func takeParts(
    of parcel: Parcel, _ source: RawSpan, _ end: Int, _ result: inout FilteredLines,
    _ kept: inout KeptText, keepsHeader: Bool
  ) {
    let lines = linesKept(of: parcel)
    defer { if !takesPasswords { kept.finish(source) } }
    if keepsHeader, parcel.headerEnd > 0, !takesPasswords {
      kept.append(header: source, min(parcel.headerEnd, end))
      result.headerByteCount = kept.bytes.count
    }
    let apart = batches.passwords.apartText
    batches.passwords.withPaddedText { text, _ in
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
  private func linesKept(of parcel: Parcel) -> [KeptLine] {
    var kept: [KeptLine] = []
    batches.forEach(of: parcel) { batch, _, origin in
      answers.forEachPassing(of: batch) { index in
        switch origin {
        case .text(let first):
          kept.append(line(first &+ index, password: batch.line(index).range))
        case .apart(let first):
          let password = batches.passwords.apart[first &+ index]
          kept.append(
            KeptLine(
              whole: password.line, password: password.range, isApart: true,
              weight: password.weight))
        case .blank:
          kept += batches.passwords.blankLines.map {
            KeptLine(whole: $0, password: 0..<0, isApart: true)
          }
        }
      }
    }
    if batches.passwords.apart.isEmpty, batches.passwords.blankLines.isEmpty { return kept }
    return kept.sorted { $0.whole.lowerBound < $1.whole.lowerBound }
  }

  /// A line of the text of the chunk's passwords.
  private func line(_ number: Int, password: Range<Int>) -> KeptLine {
    let weights = batches.passwords.weights
    return KeptLine(
      whole: batches.passwords.lines[number], password: password,
      weight: weights.isEmpty ? 1 : weights[number])
  }

  /// The answers of a sieve to signatures.
  private struct Answers {
    private let sieve: Sieve
    // 4,096 answers stay in a second-level cache.
    private var memory = SignatureMemory<Bool>(bits: 12)

    init(_ sieve: Sieve) { self.sieve = sieve }

    /// Calls `body` with the index of each line of a batch that passes.
    ///
    /// Accesses the memory once for all lines: Swift's check of exclusive access, made for each
    /// line, took a quarter of a filter's instructions (440 -> 328 a line).
    @inline(__always)
    mutating func forEachPassing(of batch: borrowing LineBatch, _ body: (Int) -> Void) {
      for index in 0..<batch.count {
        let place = memory.place(of: batch[signature: index], workOut: sieve.passes)
        if memory[place] == true { body(index) }
      }
    }
  }
}
