package import Diagnostics
import Passwords
import Tallies

/// What a scan is asked besides what a run is asked.
package struct ScanSettings: Hashable, Sendable {
  /// Bytes of memory for signatures, of which a hostile list can have as many as lines.
  package var memory = GroupingLimits.defaultMemory
  /// Entries that a row of the tally stands for, at least; nil where rare rows are kept as they are.
  package var leastGroup: UInt64?

  /// Asks for everything.
  package init() {}

  /// Signatures that the tally holds at most.
  ///
  /// A signature takes up to 40 bytes while lists are read, and is there five times over while the file
  /// is made: in the tally, sorted, as a row, in pages, and as bytes.
  var signatureLimit: Int { memory / 256 }

  /// Signatures that a lane keeps at most: all lanes together take an eighth of the memory.
  func signatureLimit(lanes: Int) -> Int { max(memory / 8 / 96 / lanes, 4096) }

  /// Says in words what was given up for the file, for its `meta` table and every report made of it.
  func readings(forgotten: [LosableFact]) -> [String: String] {
    var readings: [String: String] = [:]
    if !forgotten.isEmpty {
      readings["forgotten"] = forgotten.map(\.rawValue).joined(separator: "; ")
    }
    readings["min-group"] = leastGroup.map {
      "\($0): facts of fewer entries are counted as similar ones; shares of rare facts are approximate"
    }
    return readings
  }
}

/// A scan forgot facts of all lines since there were too many signatures.
struct ForgottenFacts: Diagnosable {
  let facts: [LosableFact]
  let memory: Int

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "more signatures than --memory has room for; not recorded: "
      + facts.map(\.rawValue).joined(separator: "; ")
  }
  var expected: String? { nil }
  var remedy: String? {
    "Policies on these facts cannot be answered; give --memory more than \(memory) bytes."
  }
}

/// A list has more signatures than memory, even without what a scan can forget.
package struct TooManySignatures: Diagnosable, Hashable {
  let memory: Int
  let what: String

  package var location: Location? { nil }
  package var found: String { "more \(what) than the \(memory) bytes of --memory have room for" }
  package var expected: String? { "what lists of people's passwords have" }
  package var remedy: String? { "Raise --memory, or leave strength out: --strength none." }
}
