extension ListSummary {
  /// States as what the lines were read, and what became of them.
  ///
  /// - Parameters:
  ///   - reading: As what they were read.
  ///   - malformed: Lines that were not of the layout.
  ///   - lines: Of how many.
  ///   - first: The number of the first of them, from 0.
  package mutating func note(
    _ reading: LayoutReading, malformed: UInt64, of lines: UInt64, first: UInt64
  ) {
    layout = reading
    layoutProblems = reading.problems
    guard malformed > 0 else { return }
    layoutProblems.append(
      .malformed(list: name, reading.layout, count: malformed, of: lines, first: first &+ 1))
  }

  /// States that the list was not read, since nobody knows how its lines are laid out.
  package mutating func refuse(_ problem: LayoutProblem) {
    isComplete = false
    layoutProblems = [problem]
  }

  /// Whether the lines were read as naming a user each.
  package var namesUsers: Bool { layout?.layout.hasUsers == true }

  /// Whether lines were skipped because they are not of the list's layout.
  package var hasMalformedLines: Bool {
    hadMalformedLines || layoutProblems.contains { if case .malformed = $0 { true } else { false } }
  }
}
