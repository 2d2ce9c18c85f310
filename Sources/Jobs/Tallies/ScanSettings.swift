package import Diagnostics
import Passwords
import Requests
import Tallies

/// The settings of a scan beyond those of a run.
package struct ScanSettings: Hashable, Sendable {
  /// Bytes of memory for signatures; a hostile list can have a different one on each line.
  package var memory = 1 << 30
  /// The least number of entries in a row of the tally; nil keeps rare rows.
  package var leastGroup: UInt64?

  /// Makes settings that record everything.
  package init() {}

  /// The most signatures in the tally.
  ///
  /// A signature takes up to 40 bytes while lists are read, and exists five times while the file is
  /// made: in the tally, sorted, as a row, in pages, and as bytes.
  var signatureLimit: Int { memory / 256 }

  /// The most signatures that a lane keeps: all lanes together take an eighth of the memory.
  func signatureLimit(lanes: Int) -> Int { max(memory / 8 / 96 / lanes, 4096) }

  /// Describes what the file omits, for its `meta` table and every report made from it.
  func readings(forgotten: [LosableFact]) -> [String: String] {
    var readings: [String: String] = [:]
    if !forgotten.isEmpty {
      readings["forgotten"] = forgotten.map(\.words).joined(separator: "; ")
    }
    readings["min-group"] = leastGroup.map {
      "\($0): facts of fewer entries are counted as similar ones; shares of rare facts are approximate"
    }
    return readings
  }
}

/// A scan dropped facts of all lines because there were too many signatures.
struct ForgottenFacts: Diagnosable {
  let facts: [LosableFact]
  let memory: Int

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "more signatures than --memory has room for; not recorded: "
      + facts.map(\.words).joined(separator: "; ")
  }
  var expected: String? { nil }
  var remedy: String? {
    "Policies on these facts cannot be answered; give --memory more than \(memory) bytes."
  }
}

/// A list has too many signatures for the memory, even without the facts that a scan can drop.
package struct TooManySignatures: Diagnosable, Hashable {
  let memory: Int
  let what: String

  package var location: Location? { nil }
  package var found: String { "more \(what) than the \(memory) bytes of --memory have room for" }
  package var expected: String? { "fewer, as in lists of people's passwords" }
  package var remedy: String? { "Raise --memory, or leave strength out: --strength none." }
}
