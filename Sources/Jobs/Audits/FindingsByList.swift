import Diagnostics
import Metrics
import Overview
import Requests
import Tallies

/// The findings of each list of a run, collected while the lists are read in order.
struct FindingsByList {
  private let nothing: Findings
  private var current: Findings
  /// The findings of finished lists, in order.
  private(set) var ended: [Findings] = []

  /// Starts before the first list; `nothing` is the empty findings of each list.
  init(_ nothing: Findings) {
    self.nothing = nothing
    current = nothing
  }

  /// Adds a tally of the current list.
  mutating func absorb(_ tally: Tally) { current.absorb(tally) }

  /// Goes on to the next list.
  mutating func endList() {
    ended.append(current)
    current = nothing
  }
}

/// There are too many lists to report each.
struct TooManyParts: Diagnosable {
  let count: Int
  var location: Location? { nil }
  var found: String { "\(grouped(count)) lists are too many for --by-list" }
  var expected: String? { "at most \(grouped(FoundLists.mostLabels))" }
  var remedy: String? { "Leave --by-list out, or name fewer lists at once." }
}
