/// The faults that an archive has met on the way to a member and has not told yet.
struct ArchiveFaults {
  private var waiting: [Ending] = []
  /// Whether the end of the source has been told: its fault brings others.
  private var isSourceTold = false

  var isEmpty: Bool { waiting.isEmpty }

  /// Takes out the first of them.
  mutating func next() -> Ending? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Adds a problem, or the fault of the source that has brought it.
  mutating func add(_ problem: IntakeProblem, in source: some PieceSource) {
    add(ending(problem, in: source))
  }

  /// Adds how reading ended, if that is worth telling.
  mutating func add(_ ending: Ending) {
    if case .whole = ending { return }
    waiting.append(ending)
  }

  /// Adds how a source ended that has been read to its end.
  mutating func addEnd(of source: some PieceSource) {
    guard !isSourceTold, source.isEmpty, case .over(let ending) = source.refill() else { return }
    isSourceTold = true
    add(ending)
  }

  /// What ends a member that has a problem: the fault of the source, where that has brought it.
  mutating func ending(_ problem: IntakeProblem, in source: some PieceSource) -> Ending {
    guard let fault = source.fault else { return .broken(problem) }
    defer { isSourceTold = true }
    return isSourceTold ? .whole : fault
  }
}
