@_spi(Internal) import Bytes
import Files
package import Intake
@_spi(Internal) import Passwords

/// The reusable state of one worker of a ``ListFilter``.
package final class FilterWorker: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one worker at a time uses this scratch memory.
  private let batches: LineBatches
  private var answers: Answers
  private let takesPasswords: Bool

  /// Makes a worker of a filter.
  package init(_ filter: ListFilter) {
    batches = LineBatches(filter.criteria, countsEntries: false, keepsLines: true)
    answers = Answers(filter.lineFilter)
    takesPasswords = filter.takesPasswords
  }

  /// Filters the lines of a chunk.
  ///
  /// - Parameters:
  ///   - job: The chunk.
  ///   - keepsHeader: Whether its header passes too.
  /// - Returns: The passing lines, or their passwords.
  package func filter(_ job: ChunkJob, keepsHeader: Bool = false) -> FilteredLines {
    var result = FilteredLines()
    var kept = KeptText()
    job.chunk.withPaddedText { text, end in
      if job.layout.isPlain {
        takeLines(of: job, &kept)
      } else {
        takeParts(of: job, text, end, &kept, keepsHeader: keepsHeader)
      }
      kept.finish(text)
    }
    result.lines = batches.lines
    result.text = Concealed(bytes: kept.bytes)
    result.keptCount = kept.count
    return result
  }

  /// Adds the lines of a list without a layout.
  private func takeLines(of job: ChunkJob, _ kept: inout KeptText) {
    batches.forEach(of: job) { batch, text, _ in
      if takesPasswords {
        answers.forEachPassing(of: batch) { index in
          kept.append(password: batch.line(index).range, of: text)
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
    of job: ChunkJob, _ source: RawSpan, _ end: Int, _ kept: inout KeptText, keepsHeader: Bool
  ) {
    let lines = linesKept(of: job)
    defer { if !takesPasswords { kept.finish(source) } }
    if keepsHeader, job.headerEnd > 0, !takesPasswords {
      kept.append(header: source, min(job.headerEnd, end))
    }
    let apart = batches.passwords.apartText
    batches.passwords.withPaddedText { text, _ in
      for line in lines {
        if !takesPasswords {
          kept.append(line.whole, of: source)
        } else if line.isApart {
          kept.finish(text)
          kept.append(decoded: apart[line.password])
        } else {
          kept.append(password: line.password, of: text)
        }
      }
      if takesPasswords { kept.finish(text) }
    }
  }

  /// A line that passes.
  private struct KeptLine {
    /// The bytes in the chunk, with the line end.
    let whole: Range<Int>
    /// The password in the text of the chunk's passwords, or in the text of the passwords kept
    /// apart.
    let password: Range<Int>
    var isApart = false
  }

  /// The lines whose passwords pass, in order.
  private func linesKept(of job: ChunkJob) -> [KeptLine] {
    var kept: [KeptLine] = []
    batches.forEach(of: job) { batch, _, origin in
      answers.forEachPassing(of: batch) { index in
        switch origin {
        case .text(let first):
          kept.append(
            KeptLine(
              whole: batches.passwords.lines[first &+ index], password: batch.line(index).range))
        case .apart(let first):
          let password = batches.passwords.apart[first &+ index]
          kept.append(KeptLine(whole: password.line, password: password.range, isApart: true))
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

  /// The answers of a filter to signatures.
  private struct Answers {
    private let lineFilter: LineFilter
    // 4,096 answers stay in a second-level cache.
    private var memory = SignatureMemory<Bool>(bits: 12)

    init(_ lineFilter: LineFilter) { self.lineFilter = lineFilter }

    /// Calls `body` with the index of each line of a batch that passes.
    ///
    /// Accesses the memory once for all lines: Swift's check of exclusive access, made for each
    /// line, took a quarter of a filter's instructions (440 -> 328 a line).
    @inline(__always)
    mutating func forEachPassing(of batch: borrowing LineBatch, _ body: (Int) -> Void) {
      for index in 0..<batch.count {
        if memory.value(of: batch[signature: index], workOut: lineFilter.passes) { body(index) }
      }
    }
  }
}

/// A cache of values computed from signatures; a new entry replaces an old one.
///
/// Most lines of a list share a few hundred signatures, so values are rarely computed twice.
struct SignatureMemory<Value: Sendable>: Sendable {
  private struct Entry {
    let signature: Signature
    let value: Value
  }

  private var entries: [Entry?]
  private let shift: UInt64

  /// Makes a cache of 2^`bits` signatures.
  init(bits: Int) {
    entries = Array(repeating: nil, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// A signature's value, computed if missing.
  @inline(__always)
  mutating func value(of signature: Signature, workOut: (Signature) -> Value) -> Value {
    let place = Int(truncatingIfNeeded: signature.mixed &>> shift)
    if let entry = entries[place], entry.signature == signature { return entry.value }
    let value = workOut(signature)
    entries[place] = Entry(signature: signature, value: value)
    return value
  }
}
