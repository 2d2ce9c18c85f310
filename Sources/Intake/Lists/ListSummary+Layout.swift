extension ListSummary {
  /// Records the layout of the lines, and how many lines lacked it.
  ///
  /// - Parameters:
  ///   - reading: The layout.
  ///   - malformed: The number of lines without the layout.
  ///   - lines: The number of all lines.
  ///   - first: The index of the first malformed line, from 0.
  ///   - unlike: The number of lines in which more than one separator may end the hash.
  package mutating func note(
    _ reading: LayoutReading, malformed: UInt64, of lines: UInt64, first: UInt64,
    unlike: UInt64 = 0
  ) {
    layout = reading
    layoutProblems = reading.problems
    // If all lines have salts, none is unlike the others.
    if unlike > 0, unlike < (lines &- malformed) / 20 * 19 {
      layoutProblems.append(
        .furtherSeparators(list: name, reading.layout, count: unlike, of: lines))
    }
    guard malformed > 0 else { return }
    layoutProblems.append(
      .malformed(list: name, reading.layout, count: malformed, of: lines, first: first &+ 1))
  }

  /// Records that the list was not read because its layout is unknown.
  package mutating func refuse(_ problem: LayoutProblem) {
    isComplete = false
    layoutProblems = [problem]
  }

  /// Whether the layout names a user on each line.
  package var namesUsers: Bool { layout?.layout.hasUsers == true }

  /// Whether lines without the list's layout were skipped.
  package var hasMalformedLines: Bool {
    hadMalformedLines || layoutProblems.contains { if case .malformed = $0 { true } else { false } }
  }
}
