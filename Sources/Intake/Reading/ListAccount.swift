/// The account of a list: what was found, and what was wrong.
///
/// The ``ListText`` alone keeps it; streams hand up how they ended.
struct ListAccount {
  /// What is known so far.
  var summary: ListSummary

  /// The file of an archive that is being read; nil outside.
  private var member: ListSummary.Member?

  /// Bytes of the names of all members read so far.
  private var namesByteCount = 0

  /// Whether the text at hand, the list's or a member's, has had no fault so far.
  private(set) var isTextWhole = true

  /// Whether reading ended for good, by a fault of the file, a stop, or the limit.
  private(set) var isBrokenOff = false

  /// Whether what follows in the file is of no interest any more, not even for the digest.
  private(set) var isAbandoned = false

  init(name: String) { summary = ListSummary(name: name) }

  /// The list's name.
  var name: String { summary.name }

  /// Enters how a stream of the text at hand ended.
  mutating func enter(_ ending: Ending) {
    switch ending {
    case .whole: break
    case .noted(let problem): if !isBrokenOff { note(problem) }
    case .broken(let problem): if !isBrokenOff { breakText(problem) }
    // A reader of an archive, which reads here and there, may have met the end before, and told it.
    case .brokenOff(.shortened, _) where !summary.isComplete: break
    case .brokenOff(let problem, let isAbandoned): breakOff(problem, abandoning: isAbandoned)
    }
  }

  /// Notes what is worth telling, and leaves the list complete.
  private mutating func note(_ problem: IntakeProblem) {
    if summary.problems.count < ProblemCounts.kept {
      summary.problems.append(placed(problem))
    } else {
      summary.furtherProblems.add(problem.kind)
    }
  }

  /// Notes what ends the text at hand.
  mutating func breakText(_ problem: IntakeProblem) {
    summary.isComplete = false
    isTextWhole = false
    note(problem)
  }

  /// Notes what ends the whole list; when abandoning it, not even its digest is wanted any more.
  mutating func breakOff(_ problem: IntakeProblem, abandoning: Bool = false) {
    if isBrokenOff { return }
    isBrokenOff = true
    if abandoning { isAbandoned = true }
    breakText(problem)
  }

  private func placed(_ problem: IntakeProblem) -> IntakeProblem {
    member.map { .inMember($0.name, problem) } ?? problem
  }

  /// Refuses the text at hand, and with it the list if that is all there is.
  mutating func refuse(_ problem: IntakeProblem) {
    if member != nil { breakText(problem) } else { breakOff(problem, abandoning: true) }
  }

  // MARK: Texts

  /// How the text at hand is packed.
  var container: ListSummary.Container { member?.container ?? summary.container }

  /// Whether the bytes of the text at hand have been unpacked, and are not those of a file.
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

  /// Files the member at hand, if there is one; what follows is not about it.
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

  // These two are here, and not where they are called, since the compiler fails on them there when it
  // builds for the thread sanitizer.

  /// Counts a member that is not read.
  mutating func skipMember() { summary.skippedMembers += 1 }

  /// Counts lines that were read as the fallback says.
  mutating func addFallbackLines(_ count: UInt64) { summary.fallbackLines += count }

  /// States how the text at hand, the list's or a file's of an archive, is compressed.
  mutating func setCompression(_ format: PackedFormat) {
    if member == nil {
      summary.container.compression = format
    } else {
      member?.container.compression = format
    }
  }

  /// States what the text at hand is read as.
  mutating func setEncoding(_ encoding: TextEncoding) {
    summary.encoding = encoding
    member?.encoding = encoding
  }

  /// Counts bytes of text.
  mutating func addText(_ byteCount: Int) {
    summary.textBytes += UInt64(byteCount)
    member?.textBytes += UInt64(byteCount)
  }
}
