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
  /// - Throws: ``Problem`` if it is folded already, has another table of the same entries, or
  ///   counts distinct passwords that its rows do not, or none though rows must have some.
  package func folded(
    below least: GroupSize, adding policies: [Policy] = [], of file: String
  ) throws -> Recording {
    try requireFoldable(file)
    let workload = Workload.builtIn.adding(policies)
    var recording = self
    if let spectrum {
      let folded = tally.folded(below: least, with: spectrum, workload: workload, lists: bits(of:))
      guard let folded else { throw Problem.foldedDistinct(file) }
      (recording.tally, recording.spectrum) = (folded.tally, folded.spectrum)
      recording.fingerprints = nil
    } else if least.passwords > 0 {
      throw Problem.foldedUndistinct(file)
    } else {
      recording.tally = tally.folded(below: least.entries, workload: workload, lists: bits(of:))
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
  /// - Throws: ``Problem``.
  func requireFoldable(_ file: String) throws(Problem) {
    if folding != nil || isApproximate { throw Problem.foldedAlready(file) }
    if !strata.isEmpty { throw Problem.foldedDirectory(file) }
    if tally.shapes != nil { throw Problem.foldedShapes(file) }
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

// Why a tally cannot be folded, and what one has to know before one publishes a folded one.
extension Problem {
  fileprivate static func foldedAlready(_ file: String) -> Problem {
    Problem(
      "folded-already", in: file, "the tally is folded already", expected: exactTally,
      remedy: "Fold once, last: audit merge TALLY --min-group 10 -o FILE")
  }

  fileprivate static func foldedDistinct(_ file: String) -> Problem {
    Problem(
      "folded-distinct", in: file,
      "the distinct passwords of the tally are not those of its rows", expected: exactTally,
      remedy:
        "Scan without --distinct, or without users' names: a password has many users, and a row one."
    )
  }

  fileprivate static func foldedShapes(_ file: String) -> Problem {
    Problem(
      "folded-shapes", in: file, "the tally counts shapes, another table of the same entries",
      expected: exactTally, remedy: "Scan without --shapes.")
  }

  fileprivate static func foldedUndistinct(_ file: String) -> Problem {
    Problem(
      "folded-undistinct", in: file,
      "the tally counts no distinct passwords, which each row must have",
      expected: "a tally with distinct passwords",
      remedy: "Scan with --distinct, or leave --min-group-distinct out.")
  }

  fileprivate static func foldedDirectory(_ file: String) -> Problem {
    Problem(
      "folded-directory", in: file,
      "the tally counts accounts of a directory, in tables beside its rows", expected: exactTally,
      remedy: "Scan the cracked passwords alone, or publish reports of the tally.")
  }

  private static let exactTally = "an exact tally of facts alone"

  /// A tally was folded, and answers to these policies may be wide.
  static func folded(at least: UInt64, entries: UInt64) -> Problem {
    let (needed, isTooMuch) = least.multipliedReportingOverflow(by: 1000)
    let wide =
      isTooMuch || needed >= entries
      ? "policies" : "policies with fewer than \(needed) accepted passwords"
    return Problem(
      "folded", "folded at \(least): \(wide) may get answers wider than 10 %",
      remedy:
        "Publish one tally of a list, once: two of them, or an exact report beside it, tell more than each.",
      .note)
  }
}
