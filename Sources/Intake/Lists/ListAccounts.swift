/// The accounts of a run's lists: of the first thousand each, of those behind them by groups.
///
///     var accounts = ListAccounts()
///     for list in lists { accounts.add(list.summary) }
///     accounts.finish()  // [ListSummary], 1049 of 50,000 lists
///
/// So a directory of very many files costs little more memory than the paths in it. Of the problems
/// of all lists the first ``ProblemCounts/kept`` stay, the others are counted by kind.
package struct ListAccounts {
  /// Lists whose accounts are kept one by one.
  package static let ungrouped = 1000
  /// Lists in a group.
  package static let groupSize: UInt64 = 1000

  private var summaries: [ListSummary] = []
  private var keptProblems = 0
  /// What `sha256sum` prints for the lists of the last group.
  private var checksums: [UInt8] = []

  /// No list.
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
      group.absorb(summary)
      summaries.append(group)
    }
    checksums += summary.checksumLine
  }

  /// All accounts, in the order of the lists.
  package mutating func finish() -> [ListSummary] {
    endGroup()
    return summaries
  }

  /// Gives the last group its digest.
  private mutating func endGroup() {
    guard !checksums.isEmpty, let last = summaries.indices.last else { return }
    summaries[last].sha256 = sha256(checksums)
    checksums = []
  }
}

extension ListSummary {
  /// The line that `sha256sum` prints for the list, if nothing in its name must be escaped.
  fileprivate var checksumLine: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return hexadecimal + Array("  \(name)\n".utf8)
  }

  /// Keeps the first so many problems, and counts the others by kind.
  ///
  /// That there were malformed lines stays known in any case.
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

  /// The list as the first of a group.
  fileprivate var asGroup: ListSummary {
    var group = self
    group.lastName = name
    group.archiveMembers = []
    return group
  }

  /// Takes the next list into a group.
  fileprivate mutating func absorb(_ next: ListSummary) {
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
