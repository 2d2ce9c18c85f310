import Diagnostics
import Tallies

/// The lists of tallies that are merged, to tell of those that come twice: their passwords count twice.
struct MergedTwins {
  /// Of each list that came, by its SHA-256, its name and the tally that has it.
  private var seen: [String: (list: String, file: String)] = [:]

  /// Notes the lists of a tally, and tells of each that came before.
  ///
  /// Rows that stand for several lists, and lists of no bytes, are passed over.
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

  /// Lists of one tally that are told by name.
  private static let mostTold = 10
}

/// A list of which a tally before has the same bytes.
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
