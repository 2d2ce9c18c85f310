import Diagnostics
import Findings
import Tallies

/// The findings of each list of a run, gathered while the lists are read one after the other.
struct FindingsByList {
  private let nothing: Findings
  private var current: Findings
  /// The findings of the lists that have ended, in order.
  private(set) var ended: [Findings] = []

  /// Starts before the first list; every list's findings begin as `nothing`.
  init(_ nothing: Findings) {
    self.nothing = nothing
    current = nothing
  }

  /// Counts a tally of the list that is being read.
  mutating func absorb(_ tally: Tally) { current.absorb(tally) }

  /// Goes on to the next list.
  mutating func endList() {
    ended.append(current)
    current = nothing
  }
}

/// So many lists that a report of each would be no report.
struct TooManyParts: Diagnosable {
  let count: Int
  var location: Location? { nil }
  var found: String { "\(count) lists, each to be reported for itself" }
  var expected: String? { "at most \(FoundLists.mostLabels)" }
  var remedy: String? { "Leave --by-list out, or name fewer lists at once." }
}
