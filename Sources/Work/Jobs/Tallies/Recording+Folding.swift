import Diagnostics
package import PasswordPolicies
import Passwords
package import Tallies

extension Recording {
  /// The recording for publication: each row has at least `least` entries and distinct passwords,
  /// and states the least and the greatest number of each fact.
  ///
  /// - Parameters:
  ///   - least: The smallest size of a row; numbers of lines below its entries are not told.
  ///   - policies: Policies that should stay decided, besides the built-in workload.
  ///   - file: Its name in messages.
  /// - Returns: The folded recording.
  /// - Throws: ``NotFoldable`` if it is folded already, has another table of the same entries, or
  ///   counts distinct passwords that its rows do not, or none though rows must have some.
  package func folded(
    below least: GroupSize, adding policies: [Policy] = [], of file: String
  ) throws -> Recording {
    try requireFoldable(file)
    let workload = Workload.builtIn.adding(policies)
    var recording = self
    if let spectrum {
      let folded = tally.folded(
        below: least, with: spectrum, workload: workload, lists: bits(of:))
      guard let folded else { throw NotFoldable(file: file, reason: .distinct) }
      (recording.tally, recording.spectrum) = (folded.tally, folded.spectrum)
      recording.fingerprints = nil
    } else if least.passwords > 0 {
      throw NotFoldable(file: file, reason: .undistinct)
    } else {
      recording.tally = tally.folded(
        below: least.entries, workload: workload, lists: bits(of:))
    }
    recording.tally.hideLines(below: least.entries)
    recording.folding = RecordedFolding(
      least: least.entries, leastPasswords: least.passwords, workload: workload.digest)
    // A sum over passwords, as far as it is not the size of the file.
    for input in inputs.indices {
      recording.inputs[input].textBytes = 0
      for file in inputs[input].files.indices {
        recording.inputs[input].files[file].textBytes = 0
      }
    }
    return recording
  }

  /// Fails if the recording of a file is folded already, or has another table of the same entries.
  ///
  /// - Throws: ``NotFoldable``.
  func requireFoldable(_ file: String) throws(NotFoldable) {
    if folding != nil || isApproximate { throw NotFoldable(file: file, reason: .folded) }
    if !strata.isEmpty { throw NotFoldable(file: file, reason: .directory) }
    if tally.shapes != nil { throw NotFoldable(file: file, reason: .shapes) }
  }

  /// The bits of a list that policies of a workload name; nil if it is not recorded.
  private func bits(of list: ListReference) -> UInt32? {
    switch list {
    case .blocklist(.builtIn, let comparison):
      let number = schema.sources.lists.firstIndex {
        $0.comparison == comparison.rawValue && $0.name == "built-in"
      }
      return number.map { 1 << UInt32($0) }
    case .userName(let relation):
      return schema.sources.bit(of: relation).map { 1 << UInt32($0) }
    case .blocklist, .context, .contextParts: return nil
    }
  }
}

/// A tally cannot be folded.
struct NotFoldable: Diagnosable, Hashable {
  let file: String
  let reason: Reason

  /// Why it cannot be.
  enum Reason: Hashable { case folded, distinct, shapes, undistinct, directory }

  var location: Location? { Location(file: file) }

  var found: String {
    switch reason {
    case .folded: "the tally is folded already"
    case .distinct: "the distinct passwords of the tally are not those of its rows"
    case .shapes: "the tally counts shapes, another table of the same entries"
    case .undistinct: "the tally counts no distinct passwords, which each row must have"
    case .directory: "the tally counts accounts of a directory, in tables beside its rows"
    }
  }

  var expected: String? {
    reason == .undistinct ? "a tally with distinct passwords" : "an exact tally of facts alone"
  }

  var remedy: String? {
    switch reason {
    case .folded: "Fold once, last: merge exact tallies with --min-group."
    case .distinct:
      "Scan without --distinct, or without users' names: a password has many users, and a row one."
    case .shapes: "Scan without --shapes."
    case .directory: "Scan the cracked passwords alone, or publish reports of the tally."
    case .undistinct: "Scan with --distinct, or leave --min-group-distinct out."
    }
  }
}

/// What one has to know of a folded tally before one publishes it.
struct FoldedNote: Diagnosable {
  let least: UInt64
  let entries: UInt64

  var location: Location? { nil }
  var severity: Severity { .note }
  var found: String {
    let (needed, isTooMuch) = least.multipliedReportingOverflow(by: 1000)
    let wide =
      isTooMuch || needed >= entries
      ? "policies" : "policies with fewer than \(needed) compliant entries"
    return "folded at \(least): \(wide) may get answers wider than 10 %"
  }
  var expected: String? { nil }
  var remedy: String? {
    "Publish one tally of a list, once: two of them, or an exact report beside it, tell more than each."
  }
}
