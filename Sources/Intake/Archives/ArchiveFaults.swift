/// Faults found before a member of an archive that have not been reported yet.
struct ArchiveFaults {
  private var waiting: [Ending] = []
  /// Whether the end of the source was reported.
  ///
  /// Its fault causes others.
  private var isSourceTold = false

  var isEmpty: Bool { waiting.isEmpty }

  /// Removes and returns the first fault.
  mutating func next() -> Ending? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Adds a problem, or the fault of the source that caused it.
  mutating func add(_ problem: IntakeProblem, in source: some PieceSource) {
    add(ending(problem, in: source))
  }

  /// Adds an ending if it must be reported.
  mutating func add(_ ending: Ending) {
    if case .whole = ending { return }
    waiting.append(ending)
  }

  /// Adds the ending of a source that was read to its end.
  mutating func addEnd(of source: some PieceSource) {
    guard !isSourceTold, source.isEmpty, case .over(let ending) = source.refill() else { return }
    isSourceTold = true
    add(ending)
  }

  /// The ending of a member with a problem, or the fault of the source if that caused the problem.
  mutating func ending(_ problem: IntakeProblem, in source: some PieceSource) -> Ending {
    guard let fault = source.fault else { return .broken(problem) }
    defer { isSourceTold = true }
    return isSourceTold ? .whole : fault
  }
}
