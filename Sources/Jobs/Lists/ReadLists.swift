import Intake
package import Passwords
import Requests
package import Tallies

/// Facts about lists that were read, now or earlier, besides the counts of their passwords.
package struct ReadLists: Sendable {
  /// The lists, as a report names them.
  package let lists: FoundLists
  /// The result of reading each list, in order.
  package let inputs: [RecordedInput]
  /// The readings chosen where several were possible.
  package let readings: [String: String]
  /// Whether distinct passwords were counted, and all of them passed on.
  package let countsDistinct: Bool
  /// Whether users' names were marked, and any list named users.
  package let namesUsers: Bool
  /// The lines that only readers count, which no tally has yet.
  package let unheld: LineCounts
  /// The shortfalls.
  package let shortfalls: Shortfalls
}

extension ReadLists {
  /// Whether every list names its users, so that each entry is an account.
  var areOfUsers: Bool {
    !inputs.isEmpty
      && inputs.allSatisfy { $0.layout.flatMap(LineLayout.init(description:))?.hasUsers == true }
  }

  /// Takes the facts of a recording.
  init(_ recording: Recording) {
    var shortfalls: Shortfalls = recording.isComplete ? [] : [.readInPart]
    if recording.inputs.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    self.init(
      lists: FoundLists(recorded: recording), inputs: recording.inputs,
      readings: recording.readings, countsDistinct: recording.spectrum != nil,
      namesUsers: recording.namesUsers, unheld: LineCounts(), shortfalls: shortfalls)
  }
}
