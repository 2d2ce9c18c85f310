/// The account of a list while it is read: its summary and its problems.
///
/// Only ``ListText`` writes to it; streams return how they ended.
struct ListAccount {
  /// The summary so far.
  var summary: ListSummary

  /// The current file of an archive; nil if there is none.
  private var member: ListSummary.Member?

  /// The bytes of the names of all members so far.
  private var namesByteCount = 0

  /// Whether the current text (of the list or a member) has had no fault so far.
  private(set) var isTextWhole = true

  /// Whether reading has ended for good: by a fault of the file, a stop, or the limit.
  private(set) var isBrokenOff = false

  /// Whether the rest of the file is no longer needed, not even for the digest.
  private(set) var isAbandoned = false

  init(name: String) { summary = ListSummary(name: name) }

  /// The list's name.
  var name: String { summary.name }

  /// Records how a stream of the current text ended.
  mutating func enter(_ ending: Ending) {
    switch ending {
    case .whole: break
    case .noted(let problem): if !isBrokenOff { note(problem) }
    case .broken(let problem): if !isBrokenOff { breakText(problem) }
    // The reader of an archive, which seeks, may already have reported the end.
    case .brokenOff(.shortened, _) where !summary.isComplete: break
    case .brokenOff(let problem, let isAbandoned): breakOff(problem, abandoning: isAbandoned)
    }
  }

  /// Records a warning, which leaves the list complete.
  private mutating func note(_ problem: IntakeProblem) {
    if summary.problems.count < ProblemCounts.kept {
      summary.problems.append(placed(problem))
    } else {
      summary.furtherProblems.add(problem.kind)
    }
  }

  /// Records a fault that ends the current text.
  mutating func breakText(_ problem: IntakeProblem) {
    summary.isComplete = false
    isTextWhole = false
    note(problem)
  }

  /// Records a fault that ends the whole list; an abandoned list needs no digest.
  mutating func breakOff(_ problem: IntakeProblem, abandoning: Bool = false) {
    if isBrokenOff { return }
    isBrokenOff = true
    if abandoning { isAbandoned = true }
    breakText(problem)
  }

  private func placed(_ problem: IntakeProblem) -> IntakeProblem {
    member.map { .inMember($0.name, problem) } ?? problem
  }

  /// Refuses the current text, and the whole list if it has no other text.
  mutating func refuse(_ problem: IntakeProblem) {
    if member != nil { breakText(problem) } else { breakOff(problem, abandoning: true) }
  }

  // MARK: Texts

  /// The container of the current text.
  var container: ListContainer { member?.container ?? summary.container }

  /// Whether the current text was unpacked from the file.
  var isUnpacked: Bool {
    switch (summary.container.archive, summary.container.compression, container.compression) {
    case (nil, nil, nil), (.tar, nil, nil): false
    default: true
    }
  }

  /// Begins a file of an archive.
  mutating func beginMember(_ name: String) {
    isTextWhole = true
    member = ListSummary.Member(name: name, encoding: .utf8)
  }

  /// Ends the current member, if any.
  mutating func endMember() {
    guard var member else { return }
    member.isComplete = isTextWhole
    summary.members += 1
    namesByteCount += member.name.utf8.count
    if summary.archiveMembers.count < ListSummary.namedMembers,
      namesByteCount <= ListSummary.namesByteCount
    {
      summary.archiveMembers.append(member)
    }
    self.member = nil
    isTextWhole = true
  }

  // These two methods are here because the compiler crashes on this code in their callers when it
  // builds for the thread sanitizer.

  /// Counts a skipped member.
  mutating func skipMember() { summary.skippedMembers += 1 }

  /// Counts lines that were read in the fallback encoding.
  mutating func addFallbackLines(_ count: UInt64) { summary.fallbackLines += count }

  /// Records the compression of the current text (of the list or a file in an archive).
  mutating func setCompression(_ format: PackedFormat) {
    if member == nil {
      summary.container.compression = format
    } else {
      member?.container.compression = format
    }
  }

  /// Records the encoding of the current text.
  mutating func setEncoding(_ encoding: TextEncoding) {
    summary.encoding = encoding
    member?.encoding = encoding
  }

  mutating func addText(_ byteCount: Int) {
    summary.textBytes += UInt64(byteCount)
    member?.textBytes += UInt64(byteCount)
  }
}

/// A chunk queued for a worker, with the layout of its list.
package struct ChunkJob: Sendable {
  /// The text.
  package let chunk: Chunk
  /// The number of earlier chunks of the list.
  package let number: Int
  /// The layout of the lines.
  package let layout: LineLayout
  /// The end of the lines that come before the passwords: a header, and what a program writes
  /// before it; 0 if there are none.
  package let headerEnd: Int
  /// The header of the text, which is no password where it stands again; empty if there is none.
  package let header: [UInt8]
  /// Receives the account of the chunk.
  package let detector: LayoutDetector

  /// Makes a job; ``LayoutDetector/job(_:)`` makes those of a list.
  package init(
    chunk: Chunk, number: Int, layout: LineLayout, headerEnd: Int = 0, header: [UInt8] = [],
    detector: LayoutDetector
  ) {
    self.chunk = chunk
    self.number = number
    self.layout = layout
    self.headerEnd = headerEnd
    self.header = header
    self.detector = detector
  }
}
