/// The summaries of a run's lists: one for each of the first thousand lists, then one for each
/// group.
///
///     var summaries = ListSummaries()
///     for list in lists { summaries.add(list.summary) }
///     summaries.finish()  // [ListSummary], 1049 of 50,000 lists
///
/// So a directory of very many files costs little more memory than its paths. The first
/// ``ProblemCounts/kept`` problems of all lists are kept; the others are counted by kind.
package struct ListSummaries {
  /// The number of lists with individual summaries.
  package static let ungrouped = 1000
  /// The number of lists in a group.
  package static let groupSize: UInt64 = 1000

  private var summaries: [ListSummary] = []
  private var keptProblems = 0
  /// The output of `sha256sum` for the lists of the last group.
  private var checksums: [UInt8] = []

  /// Makes summaries without lists.
  package init() {}

  /// Adds the account of the next list.
  package mutating func add(_ summary: ListSummary) {
    var summary = summary
    summary.keepProblems(ProblemCounts.kept - keptProblems)
    keptProblems += summary.problems.count + summary.layoutProblems.count
    guard summaries.count >= Self.ungrouped else { return summaries.append(summary) }
    if summaries.count == Self.ungrouped || summaries.last?.lists == Self.groupSize {
      endGroup()
      summaries.append(summary.asGroup)
    } else if var group = summaries.popLast() {
      group.add(summary)
      summaries.append(group)
    }
    checksums += summary.checksumLine
  }

  /// All summaries, in the order of the lists.
  package mutating func finish() -> [ListSummary] {
    endGroup()
    return summaries
  }

  /// Sets the digest of the last group.
  private mutating func endGroup() {
    guard !checksums.isEmpty, let last = summaries.indices.last else { return }
    summaries[last].sha256 = sha256(checksums)
    checksums = []
  }
}

extension ListSummary {
  /// The line that `sha256sum` prints for the list; nil if its name needs escapes.
  fileprivate var checksumLine: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return hexadecimal + Array("  \(name)\n".utf8)
  }

  /// Keeps `room` problems and counts the others by kind.
  ///
  /// Always keeps whether there were malformed lines.
  fileprivate mutating func keepProblems(_ room: Int) {
    for problem in problems.dropFirst(room) { furtherProblems.add(problem.kind) }
    problems.removeLast(max(0, problems.count - room))
    let rest = room - problems.count
    if layoutProblems.count > rest {
      let isMalformed = hasMalformedLines
      for _ in layoutProblems.dropFirst(rest) { furtherProblems.add("about the layout of lines") }
      layoutProblems.removeLast(layoutProblems.count - rest)
      hadMalformedLines = isMalformed
    }
  }

  /// The account of the list as the start of a group.
  fileprivate var asGroup: ListSummary {
    var group = self
    group.lastName = name
    group.archiveMembers = []
    return group
  }

  /// Adds the account of the next list to a group.
  fileprivate mutating func add(_ next: ListSummary) {
    lists += 1
    lastName = next.name
    if next.container != container { isOfOneKind = false }
    bytesRead &+= next.bytesRead
    textBytes &+= next.textBytes
    members &+= next.members
    skippedMembers &+= next.skippedMembers
    fallbackLines &+= next.fallbackLines
    overLongLines &+= next.overLongLines
    cutLines &+= next.cutLines
    hadByteOrderMark = hadByteOrderMark || next.hadByteOrderMark
    isComplete = isComplete && next.isComplete
    hadMalformedLines = hadMalformedLines || next.hadMalformedLines
    if !namesUsers { layout = next.layout ?? layout }
    problems += next.problems
    layoutProblems += next.layoutProblems
    furtherProblems.add(next.furtherProblems)
  }
}

/// The SHA-256 of some bytes.
private func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = ListDigest()
  unsafe bytes.withUnsafeBytes { unsafe digest.add($0) }
  return digest.finish()
}
