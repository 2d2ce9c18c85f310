package import Diagnostics

/// Counts by kind the problems that are not kept individually.
package struct ProblemCounts: Hashable, Sendable {
  /// The number of problems of one run that are kept and reported individually.
  package static let kept = 100

  private var counts: [String: UInt64] = [:]

  /// Makes empty counts.
  package init() {}

  /// Counts problems.
  package init(of problems: some Sequence<IntakeProblem>) {
    for problem in problems { add(problem.kind) }
  }

  /// Counts a problem.
  mutating func add(_ kind: String) { counts[kind, default: 0] += 1 }

  /// Adds the counts of another list.
  package mutating func add(_ others: ProblemCounts) {
    for (kind, count) in others.counts { counts[kind, default: 0] += count }
  }
}

extension ProblemCounts {
  /// The problem of them together, most frequent first; nil of none.
  ///
  ///     19900 more problems: 19000 encrypted, 900 damaged
  package var problem: Problem? {
    if counts.isEmpty { return nil }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let total = sorted.reduce(0) { $0 + $1.value }
    return Problem(
      "further-problems",
      "\(total) more problem\(total == 1 ? "" : "s"): "
        + sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
  }
}

extension IntakeProblem {
  /// The kind of problem, in words.
  var kind: String {
    switch self {
    case .unreadable: "unreadable"
    case .skipped: "no regular files"
    case .readFailed: "read errors"
    case .shortened: "shortened while they were read"
    case .cut: "cut"
    case .damaged: "damaged"
    case .trailingBytes: "with other data after them"
    case .windowTooLarge: "in need of a large window"
    case .unsupported: "of a kind that is not read"
    case .encrypted: "encrypted"
    case .inMember(_, let problem): problem.kind
    case .wide: "in an encoding that was not asked for"
    case .mixed: "in several encodings"
    case .carriageReturns: "with lines that end in CR alone"
    case .packed: "packed more than once"
    default: "other"
    }
  }
}
