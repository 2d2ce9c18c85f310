import Diagnostics
import Requests
import Tallies

/// Finds lists that occur twice among merged tallies, so that their passwords count twice.
struct MergedTwins {
  /// By SHA-256, the name of each list so far and the tally that contains it.
  private var seen: [String: (list: String, file: String)] = [:]

  /// Adds the lists of a tally, and reports those that occurred before.
  ///
  /// Ignores rows that stand for several lists, and empty lists.
  mutating func add(_ recording: Recording, from file: String, tell: ProblemHandler) {
    let lists = recording.inputs.filter { $0.lists == 1 && $0.bytes > 0 && !$0.sha256.isEmpty }
    let known = lists.compactMap { list in seen[list.sha256].map { (list, $0) } }
    if known.contains(where: { $1.file == file }) {
      tell(MergedTwin(file: file))
      return
    }
    for (list, before) in known.prefix(Self.mostTold) {
      tell(MergedTwin(list: list.name, file: file, other: before.list, before: before.file))
    }
    if known.count > Self.mostTold {
      tell(MergedTwin(further: known.count - Self.mostTold, file: file))
    }
    for list in lists where seen[list.sha256] == nil { seen[list.sha256] = (list.name, file) }
  }

  /// The most lists of one tally that are reported by name.
  private static let mostTold = 10
}

/// A list with the same bytes as one of an earlier tally.
private struct MergedTwin: Diagnosable {
  let location: Location?
  let found: String
  var remedy: String? { "Merge each list once." }
  var expected: String? { nil }
  var severity: Severity { .warning }

  init(list: String, file: String, other: String, before: String) {
    location = Location(file: file)
    found =
      "the list '\(list)' has the same bytes as '\(other)' of '\(before)'; every password counts twice"
  }

  init(file: String) {
    location = Location(file: file)
    found = "named twice; every password counts twice"
  }

  init(further count: Int, file: String) {
    location = Location(file: file)
    found = "\(count) more lists are in tallies before it; every password counts twice"
  }
}
