import Blocklists
@_spi(Internal) import Bytes
package import Intake
@_spi(Internal) package import Passwords
import Tallies

/// Reads the passwords of a chunk, batch after batch, with complete signatures.
///
/// Each worker has one and reuses its memory.
///
///     batches.forEach(of: job) { batch, text, _ in tally.record(&batch) }
///     tally.lines.merge(batches.lines)
///
/// A class because the worker uses the counts and the passwords while a batch is lent to it.
final class LineBatches {
  /// The place of a batch's passwords among those of the chunk.
  enum Origin {
    /// Passwords in consecutive lines of the text; `first` is the number of the first one.
    case text(first: Int)
    /// Passwords that a line cannot hold; `first` is the place of the first one in
    /// ``PasswordLines/apart``.
    case apart(first: Int)
    /// The empty password of all users without one.
    case blank
  }

  private let profiler: Profiler
  private let judge: Judge
  private let countsEntries: Bool
  private var batch = LineBatch()
  /// The passwords of the last chunk that has a layout.
  private(set) var passwords: PasswordLines
  /// The counts of the chunk, up to the last batch.
  private(set) var lines = LineCounts()
  /// The lines of a chunk whose entries are weighted.
  private var unweighted = LineCounts()
  /// The chunk's hits in ranked lists, up to the last batch.
  private(set) var hits: ListHits

  /// Makes a reader without a chunk.
  ///
  /// - Parameters:
  ///   - criteria: The criteria that judge each password.
  ///   - countsEntries: Whether a line with a count weighs as many entries; if not, it counts once.
  ///   - keepsLines: Whether to fill ``PasswordLines/lines``.
  init(_ criteria: Criteria, countsEntries: Bool, keepsLines: Bool = false) {
    profiler = criteria.profiler
    judge = Judge(criteria)
    hits = ListHits(listCount: criteria.schema.demand.lists)
    self.countsEntries = countsEntries
    passwords = PasswordLines(longestLine: Schema.longestLine, keepsLines: keepsLines)
  }

  /// Calls `body` with each batch of a chunk, the text that it refers to, and its origin.
  ///
  /// Begins new counts. In a chunk with a layout, the passwords apart follow those of the text, and
  /// the blank ones come last; the layout's counts are entered first.
  func forEach(of job: ChunkJob, _ body: (inout LineBatch, RawSpan, Origin) -> Void) {
    hits.removeAll()
    begin()
    defer { enter(job) }
    job.chunk.withPaddedText { source, end in
      if job.layout.isPlain {
        return forEachOfText(
          source, end: end, weights: [], users: [], source, dropsMarks: job.chunk.isMarked,
          body)
      }
      take(job, source, end: end)
      let weights = countsEntries ? passwords.weights : []
      let users = passwords.users
      passwords.withPaddedText { text, end in
        forEachOfText(text, end: end, weights: weights, users: users, source, body)
      }
      forEachApart(isWeighted: countsEntries && job.layout.isWeighted, source, body)
      addBlank(source, body)
    }
  }

  /// Counts the lines of a chunk that an earlier run audited.
  func skim(_ job: ChunkJob) {
    begin()
    job.chunk.withPaddedText { source, end in
      if job.layout.isPlain { return skim(source, end: end, dropsMarks: job.chunk.isMarked) }
      take(job, source, end: end)
      passwords.withPaddedText { text, end in skim(text, end: end, dropsMarks: false) }
    }
    enter(job)
  }

  /// Counts the lines of a text by their encoding.
  private func skim(_ text: RawSpan, end: Int, dropsMarks: Bool) {
    var cursor = 0
    while cursor < end {
      batch.removeAll()
      profiler.fill(
        &batch, from: text, end: end, at: &cursor, counting: &lines, dropsMarks: dropsMarks)
    }
  }

  private func begin() {
    lines = LineCounts()
    unweighted = LineCounts()
    batch.marks = 0
  }

  /// Enters the counts of a chunk in the account of its list.
  private func enter(_ job: ChunkJob) {
    var counts = PasswordLines.Counts()
    if job.layout.isPlain {
      counts.lines = lines.audited &+ lines.empty &+ lines.overLong
      (counts.empty, counts.overLong) = (lines.empty, lines.overLong)
    } else {
      counts = passwords.counts
    }
    counts.marks &+= batch.marks
    let read = unweighted.entries > 0 ? unweighted : lines
    (counts.utf8, counts.illFormed) = (read.utf8, read.illFormed)
    job.detector.enter(counts, of: job)
  }

  /// Extracts the passwords from the lines of a chunk and enters their counts.
  private func take(_ job: ChunkJob, _ source: RawSpan, end: Int) {
    passwords.take(
      source, end: end, by: job.layout, headerEnd: job.headerEnd, header: job.header,
      dropsMarks: job.chunk.isMarked)
    lines.add(passwords.counts)
  }

  /// Reads the passwords of a text, one per line.
  ///
  /// `weights` has the entries of each line, or none if each counts one; `places` has the places of
  /// the users' names in the chunk's text `source`, or none if there are no users.
  private func forEachOfText(
    _ text: RawSpan, end: Int, weights: [UInt64], users places: [Range<Int>], _ source: RawSpan,
    dropsMarks: Bool = false, _ body: (inout LineBatch, RawSpan, Origin) -> Void
  ) {
    var (cursor, first) = (0, 0)
    while cursor < end {
      batch.removeAll()
      if weights.isEmpty {
        profiler.fill(
          &batch, from: text, end: end, at: &cursor, counting: &lines, dropsMarks: dropsMarks)
      } else {
        // Counts lines, not entries; none of these lines is empty or over-long.
        profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &unweighted)
        batch.weigh(by: weights.span.extracting(first..<first &+ batch.count))
        lines.count(batch)
      }
      complete(text) { users, batch in
        if !places.isEmpty { users.mark(&batch, in: text, by: source) { places[first &+ $0] } }
      }
      body(&batch, text, .text(first: first))
      first &+= batch.count
    }
  }

  /// Reads the passwords that a line cannot hold.
  private func forEachApart(
    isWeighted: Bool, _ source: RawSpan, _ body: (inout LineBatch, RawSpan, Origin) -> Void
  ) {
    let (apart, bytes) = (passwords.apart, passwords.apartText)
    let text = bytes.raw
    for first in stride(from: 0, to: apart.count, by: LineBatch.capacity) {
      batch.removeAll()
      for password in apart[first..<min(first &+ LineBatch.capacity, apart.count)] {
        profiler.add(password.range, of: text, to: &batch)
        batch[weight: batch.count &- 1] = password.weight
      }
      batch.isWeighted = isWeighted
      lines.count(batch)
      complete(text) { users, batch in
        users.mark(&batch, in: text, by: source) { apart[first &+ $0].user }
      }
      body(&batch, text, .apart(first: first))
    }
  }

  /// Reads the empty passwords of users without one.
  private func addBlank(_ source: RawSpan, _ body: (inout LineBatch, RawSpan, Origin) -> Void) {
    guard passwords.counts.blank > 0 else { return }
    batch.removeAll()
    judge.addBlank(to: &batch, counting: passwords.counts.blank)
    body(&batch, source, .blank)
  }

  /// Completes the signatures of the batch.
  ///
  /// - Parameters:
  ///   - text: The text that the batch's offsets refer to.
  ///   - mark: Marks the passwords that are related to their users' names.
  @inline(__always)
  private func complete(_ text: RawSpan, _ mark: (UserMarker, inout LineBatch) -> Void) {
    let inPart = judge.complete(&batch, in: text, counting: &hits, mark: mark)
    lines.scoredInPart &+= UInt64(inPart)
  }
}

extension LineCounts {
  /// Adds the lines without a readable password.
  package mutating func add(_ counts: PasswordLines.Counts) {
    empty &+= counts.empty
    // One entry for each line; none has a byte beyond ASCII.
    ascii &+= counts.blank
    overLong &+= counts.overLong
    malformed &+= counts.malformed
    headers &+= counts.headers
  }
}
