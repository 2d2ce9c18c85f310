import Blocklists
@_spi(House) import Bytes
import Intake
import PasswordStrength
@_spi(House) import Passwords
import Tallies

/// The state of one worker: shared tables, its own scratch memory and its own tally.
final class Lane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the crew owns an idle lane; the closure that took a lane from
  // the crew owns it until its return. The crew's lock orders the two.
  private let profiler: Profiler
  private let judge: Judge
  private let grouping: GroupingLane?
  private var batch = LineBatch()
  private var passwords = PasswordLines(longestLine: Recipe.longestLine)
  private(set) var tally: Tally
  private var examples: ExampleLane?
  /// The tally's count of non-ASCII UTF-8 lines after the last batch.
  private var utf8SoFar: UInt64 = 0

  init(_ plan: AuditPlan) {
    profiler = plan.criteria.profiler
    judge = Judge(plan.criteria)
    grouping = plan.grouping.map(GroupingLane.init)
    tally = Tally(recipe: plan.recipe, shapes: plan.shapes)
    examples = plan.examples.map { ExampleLane($0, plan.recipe) }
  }

  /// Audits every line of a chunk.
  ///
  /// - Returns: Lines audited.
  func audit(_ parcel: Parcel) -> UInt64 {
    let before = tally.lines.audited
    if let desk = parcel.desk {
      auditParts(of: parcel, desk)
    } else {
      parcel.chunk.withPaddedText { text, end in
        var cursor = 0
        while cursor < end {
          batch.removeAll()
          profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &tally.lines)
          count(text)
        }
      }
    }
    return tally.lines.audited &- before
  }

  /// Completes the signatures of the batch, and counts them.
  ///
  /// - Parameters:
  ///   - text: The text that the batch's offsets refer to.
  ///   - mark: Marks the passwords that are related to their users' names.
  @inline(__always)
  private func count(_ text: RawSpan, _ mark: (UserMarker, inout LineBatch) -> Void = { _, _ in }) {
    countChangedByFormC(text)
    let inPart = judge.complete(&batch, in: text, counting: &tally.hits, mark: mark)
    tally.lines.scoredInPart &+= UInt64(inPart)
    examples?.draw(from: batch, in: text)
    tally.shapes?.record(batch, in: text)
    record(text)
  }

  /// Counts the lines of the batch, whose signatures are complete.
  @inline(__always)
  private func record(_ text: RawSpan) {
    tally.record(&batch)
    grouping?.record(batch, in: text)
  }

  /// Counts the passwords that normalisation changes in a weighted batch; most batches have none.
  @inline(__always)
  private func countChangedByFormC(_ text: RawSpan) {
    if tally.lines.utf8 == utf8SoFar { return }
    utf8SoFar = tally.lines.utf8
    tally.lines.changedByFormC &+= Normalisation.changedLines(in: batch, of: text)
  }

  /// Passes the tally on and starts a new one.
  func handOver(to absorb: (Tally) -> Void) {
    absorb(tally)
    tally.removeAll()
    grouping?.forgetKeys()
    utf8SoFar = 0
  }

  /// Adds the tally of another lane.
  func add(_ other: Tally) { tally.merge(other) }

  /// Submits the results other than the tally, after the last chunk.
  func finish() {
    examples?.handOver()
  }

  /// Counts the lines of a chunk that an earlier run audited.
  func skim(_ parcel: Parcel) {
    guard let desk = parcel.desk else { return }
    take(parcel)
    desk.enter(passwords.account, of: parcel)
  }

  // MARK: Lines that hold more than a password

  private func auditParts(of parcel: Parcel, _ desk: LayoutDesk) {
    take(parcel)
    parcel.chunk.withText { source in
      auditText(besides: source)
      auditApart(besides: source, isWeighted: parcel.layout.isWeighted)
      auditBlank(in: source)
    }
    let account = passwords.account
    tally.lines.add(account)
    desk.enter(account, of: parcel)
  }

  /// Extracts the passwords from the lines of a chunk.
  private func take(_ parcel: Parcel) {
    parcel.chunk.withPaddedText { source, end in
      passwords.take(source, end: end, by: parcel.layout, skipsHeader: parcel.hasHeader)
    }
  }

  /// Audits the passwords of the text; the chunk holds their users' names.
  private func auditText(besides source: RawSpan) {
    let (weights, places) = (passwords.weights, passwords.users)
    var first = 0
    passwords.withPaddedText { text, end in
      var cursor = 0
      while cursor < end {
        batch.removeAll()
        // Counts lines, not entries; none of these lines is empty or over-long.
        var lines = LineCounts()
        profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &lines)
        let next = first &+ batch.count
        if !weights.isEmpty { batch.weigh(by: weights.span.extracting(first..<next)) }
        tally.lines.count(batch)
        count(text) { users, batch in
          if !places.isEmpty { users.mark(&batch, in: text, by: source) { places[first &+ $0] } }
        }
        first = next
      }
    }
  }

  /// Audits the empty passwords of users without one.
  private func auditBlank(in source: RawSpan) {
    guard passwords.account.blank > 0 else { return }
    batch.removeAll()
    judge.addBlank(to: &batch, counting: passwords.account.blank)
    examples?.draw(from: batch, in: source)
    tally.shapes?.record(batch, in: source)
    record(source)
  }

  /// Audits the passwords that a line cannot hold.
  private func auditApart(besides source: RawSpan, isWeighted: Bool) {
    let (apart, bytes) = (passwords.apart, passwords.apartText)
    let text = bytes.raw
    for start in stride(from: 0, to: apart.count, by: LineBatch.capacity) {
      batch.removeAll()
      for password in apart[start..<min(start &+ LineBatch.capacity, apart.count)] {
        profiler.add(password.range, of: text, to: &batch)
        batch[weight: batch.count &- 1] = password.weight
      }
      batch.isWeighted = isWeighted
      tally.lines.count(batch)
      count(text) { users, batch in
        users.mark(&batch, in: text, by: source) { apart[start &+ $0].user }
      }
    }
  }
}
