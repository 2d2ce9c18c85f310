import Blocklists
import Intake
import Packing
import PasswordStrength
@_spi(House) package import Passwords

/// One worker's bench of a ``ListFilter``.
final class FilterLane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  private let profiler: Profiler
  private let judge: Judge
  private let sieve: Sieve
  // 4,096 answers stay in a second-level cache.
  private var answers = SignatureMemory<Bool>(bits: 12)
  private var batch = LineBatch()
  /// Of no use to a filter.
  private var hits: ListHits
  private var passwords = PasswordLines(longestLine: Recipe.longestLine, keepsLines: true)

  init(_ filter: ListFilter) {
    profiler = filter.criteria.profiler
    judge = Judge(filter.criteria)
    hits = ListHits(listCount: filter.criteria.blocklists.blocklists.count)
    sieve = filter.sieve
  }

  /// The lines of a chunk that are let through, each as it was read, and how many there are.
  func filter(_ parcel: Parcel) -> FilteredLines {
    var result = FilteredLines()
    var kept = KeptText()
    parcel.chunk.withPaddedText { text, end in
      if let desk = parcel.desk {
        for line in linesKept(of: parcel, desk, text, end, &result) { kept.append(line, of: text) }
      } else {
        sift(text, end, &result.lines) { _, line in
          var stop = line.upperBound
          if Span<UInt8>(_bytes: text)[stop] == 13 { stop &+= 1 }
          kept.append(line.lowerBound..<stop &+ 1, of: text)
        }
      }
      kept.finish(text)
    }
    result.text = Concealed(bytes: kept.bytes)
    result.keptCount = kept.count
    return result
  }

  /// The lines whose passwords are let through, in order.
  private func linesKept(
    of parcel: Parcel, _ desk: LayoutDesk, _ source: RawSpan, _ end: Int,
    _ result: inout FilteredLines
  ) -> [Range<Int>] {
    passwords.take(source, end: end, by: parcel.layout, skipsHeader: parcel.hasHeader)
    desk.enter(passwords.account, of: parcel)
    result.lines.add(passwords.account)
    var kept: [Range<Int>] = []
    let places = passwords.users
    passwords.withPaddedText { text, end in
      sift(text, end, &result.lines) { first, users, batch in
        if !places.isEmpty { users.mark(&batch, in: text, by: source) { places[first &+ $0] } }
      } keep: { index, _ in
        kept.append(passwords.lines[index])
      }
    }
    if passwords.account.blank > 0 {
      batch.removeAll()
      judge.addBlank(to: &batch, counting: 1)
      if passes(0) { kept += passwords.blankLines }
    }
    if passwords.apart.isEmpty, passwords.blankLines.isEmpty { return kept }
    let bytes = passwords.apartText
    // SAFETY: bytes have no padding.
    let apart = unsafe bytes.span.bytes
    for password in passwords.apart {
      batch.removeAll()
      profiler.add(password.range, of: apart, to: &batch)
      result.lines.count(batch)
      _ = judge.complete(&batch, in: apart, counting: &hits) { _ in
      } mark: { users, batch in
        users.mark(&batch, in: apart, by: source) { _ in password.user }
      }
      if passes(0) { kept.append(password.line) }
    }
    return kept.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Calls `keep` for each password of a text that is let through, with its number and place.
  ///
  /// `mark` marks passwords that have to do with their users' names; its number is that of the
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
      _ = judge.complete(&batch, in: text, counting: &hits) { _ in
      } mark: { users, batch in
        mark(first, users, &batch)
      }
      for index in 0..<batch.count where passes(index) {
        let line = batch.line(index)
        keep(first &+ index, Int(line.start)..<Int(line.start) &+ Int(line.byteCount))
      }
      first &+= batch.count
    }
  }

  /// Whether a password of the batch is let through.
  @inline(__always)
  private func passes(_ index: Int) -> Bool {
    answers[answers.place(of: batch[signature: index], workOut: sieve.passes)] ?? false
  }
}

extension LineCounts {
  /// Adds the lines that hold no password, or none that can be read.
  mutating func add(_ account: PasswordLines.Account) {
    empty &+= account.empty
    // One entry a line, and no byte of it beyond ASCII.
    ascii &+= account.blank
    overLong &+= account.overLong
    malformed &+= account.malformed
    headers &+= account.headers
  }
}

/// Lines copied out of a text; neighbours are copied at once.
private struct KeptText: Concealing {
  private(set) var bytes: [UInt8] = []
  private(set) var count: UInt64 = 0
  private var run = 0..<0

  /// Takes the text's next line.
  mutating func append(_ line: Range<Int>, of text: RawSpan) {
    count &+= 1
    if line.lowerBound != run.upperBound {
      finish(text)
      run = line
    } else {
      run = run.lowerBound..<line.upperBound
    }
  }

  /// Copies what was taken last.
  mutating func finish(_ text: RawSpan) {
    // SAFETY: the bytes are copied while the span lives.
    unsafe text.extracting(run).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    run = 0..<0
  }
}

/// What a filter lets through of some lines.
package struct FilteredLines: Sendable, Concealing {
  /// The lines let through, each with its line end; packed, if that was asked for.
  package var text = Concealed()
  /// How many they are.
  package var keptCount: UInt64 = 0
  /// What became of all lines.
  package var lines = LineCounts()
  /// Whether there was no memory to pack the text.
  package var isLost = false

  /// Packs the text.
  mutating func pack(by packer: Packer) {
    guard let packed = packer.pack(text.bytes) else { return isLost = true }
    text = Concealed(bytes: packed)
  }
}
