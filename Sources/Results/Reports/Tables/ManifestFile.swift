import Diagnostics
import FoundationEssentials
import Metrics
import Passwords
import Tallies

/// The inputs, how they were understood, and the main results: the file `audit.json`.
///
/// It names inputs by the user's name and by digest, and contains counts and canonical policies,
/// but nothing from the text of a password. Equal inputs give equal bytes on every machine, on
/// every day and with any number of workers.
package struct ManifestFile: Encodable {
  /// The version of the layout that this program writes and reads.
  static let format = 1

  /// Version of this layout.
  private let format = Self.format
  private let version: String
  /// Whether every input was read to its end without a fault, and nothing requested is missing.
  private let complete: Bool
  private let dataset: String
  private let inputs: [Manifest.Input]
  /// The number of passwords audited, repetitions included.
  private let entries: UInt64
  /// All lines by result.
  private let lines: [String: UInt64]
  /// The encodings of entries; those of UTF-8 that normalisation form C changes are named, too.
  private let encodings: [String: UInt64]
  private let policies: [Manifest.Policy]
  private let results: Results
  /// The main results of each list, or of each part of a directory; nil if they are not separated.
  private let parts: [Part]?
  private let folded: Folded?
  /// The blocklists, in the order of their bits.
  private let blocklists: [Manifest.Blocklist]
  /// The dictionaries of the strength estimate; nil if there are none.
  private let dictionaries: [Manifest.Dictionary]?
  private let readings: [String: String]
  /// Everything that makes the report less than it looks, each on one line.
  private let warnings: [String]
  private let keyspaces: [Keyspace]?
  private let guessing: Guessing?
  /// What the parts of a directory are of; nil for other lists.
  private let strata: [Report.Stratum]?
  /// The file that names accounts; nil if there is none.
  private let accounts: Report.AccountsFile?

  /// Takes the manifest and the main results of a report.
  package init(_ report: Report) {
    let (manifest, lines) = (report.manifest, report.findings.list.lines)
    let hidden = report.findings.list.hiddenLines
    (version, complete) = (manifest.version, manifest.complete)
    (dataset, inputs) = (manifest.dataset, manifest.inputs)
    entries = lines.entries
    self.lines = Dictionary(
      uniqueKeysWithValues: LineResult.all.compactMap { result in
        result.key.map { ($0, result.count(in: lines)) }
      }
    )
    .filter { !LineResult.follows($0.key, from: hidden) }
    encodings = [
      "ascii": lines.ascii, "utf8": lines.utf8, "illFormed": lines.illFormed,
      "changedByNFC": lines.changedByFormC,
    ].filter { !hidden.contains(Self.kinds[$0.key] ?? "") }
    policies = manifest.policies
    let folding = report.findings.folding
    let overview = report.overview
    let told = overview.policies.map { ($0, overview.error(of: $0)) }
    results =
      folding == nil
      ? .exact(told.map { Result($0, $1) }) : .folded(told.map { FoldedResult($0, $1) })
    parts = report.parts.isEmpty ? nil : report.parts.map(Part.init)
    folded = folding.map {
      Folded(
        k: $0.least, passwords: $0.leastPasswords > 0 ? $0.leastPasswords : nil,
        workload: $0.workload)
    }
    (blocklists, readings) = (manifest.blocklists, manifest.readings)
    warnings = manifest.warnings
    dictionaries = manifest.dictionaries.isEmpty ? nil : manifest.dictionaries
    keyspaces = report.space.map { $0.map(Keyspace.init) }
    guessing = report.guessing.map(Guessing.init)
    strata = report.accounts.isEmpty ? nil : report.strata
    accounts = report.accountsFile
  }

  /// The kinds of line by their keys under `encodings`.
  private static let kinds = [
    "ascii": "ascii", "utf8": "utf8", "illFormed": "ill_formed", "changedByNFC": "changed_by_nfc",
  ]

  /// The main results of one of several lists.
  private struct Part: Encodable {
    /// Label in the `dataset` column.
    let dataset: String
    /// The number of its passwords.
    let entries: UInt64
    let results: [Share]

    /// What complies with a policy.
    struct Share: Encodable {
      let policy: String
      let n: UInt64
      let compliant: UInt64
      let compliantShare: Double
    }

    init(_ part: Report.Part) {
      dataset = part.dataset
      entries = part.entries
      results = part.findings.policies.map { policy in
        let share = Reports.Part(policy.compliant, of: policy.entries(of: part.entries))
        return Share(
          policy: policy.name, n: share.total, compliant: share.count,
          compliantShare: share.rounded)
      }
    }
  }

  /// The main results.
  private enum Results: Encodable {
    case exact([Result])
    /// Those of a folded tally, whose numbers have two ends.
    case folded([FoldedResult])

    func encode(to encoder: any Encoder) throws {
      var values = encoder.singleValueContainer()
      switch self {
      case .exact(let results): try values.encode(results)
      case .folded(let results): try values.encode(results)
      }
    }
  }

  /// How the tally was folded from which it is answered.
  private struct Folded: Encodable {
    /// The fewest entries of a row.
    let k: UInt64
    /// The fewest distinct passwords of a row and of a level; nil if that was not asked for.
    let passwords: UInt64?
    /// The digest of the policies by which rows were formed.
    let workload: String
  }

  /// The file's bytes: JSON, keys sorted, ending in LF.
  ///
  /// - Throws: Errors of the encoder; none is known to occur.
  package func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = escapedJSON(Array(try encoder.encode(self)))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
