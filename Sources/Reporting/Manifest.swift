import Diagnostics
import FoundationEssentials

/// What was read and how it was understood: the file `audit.json`.
///
/// It names inputs by the name the user gave and by digest, holds counts and canonical policies, and
/// nothing that comes from the text of a password. The same inputs give the same bytes, whatever the
/// machine, the day or the number of lanes.
package struct Manifest: Encodable, Sendable {
  /// Version of this layout.
  package let format = 1
  /// Version of the program.
  package let version: String
  /// Whether every input was read to its end without a fault, and nothing asked for is missing.
  package let complete: Bool
  /// Label in the `dataset` column.
  package let dataset: String
  /// The lists, in order.
  package let inputs: [Input]
  /// Passwords audited, each as often as it occurs.
  package let entries: UInt64
  /// What became of all lines.
  package let lines: Lines
  /// How entries are encoded.
  package let encodings: Encodings
  /// The policies, in order.
  package let policies: [Policy]
  /// The blocklists, in the order of their bits.
  package let blocklists: [Blocklist]
  /// What could be read in several ways, and how it was.
  package let readings: [String: String]
  /// What each policy does to the space of passwords; nil unless that was asked for.
  package let keyspaces: [Keyspace]?
  /// What it takes to guess the passwords; nil unless distinct ones were counted.
  package let guessing: Guessing?

  /// One list that was read.
  package struct Input: Encodable, Sendable {
    /// Label in the `dataset` column of its own rows; nil where it has none.
    package let dataset: String?
    /// As the user gave it; of a group, the first and the last of its lists.
    package let name: String
    /// How many lists this is about, where it is a group; nil for a list alone.
    package let lists: UInt64?
    /// `plain`, a compression (`gzip`), an archive (`zip`), or both (`tar.gz`); `several` of a group.
    package let container: String
    /// Bytes read, compressed as they came.
    package let bytes: UInt64
    /// Of these bytes, in hexadecimal; of a group, that of what `sha256sum` prints for its lists.
    package let sha256: String
    /// Bytes after decompression.
    package let textBytes: UInt64
    /// Members of a compressed file, files read of an archive; 0 for plain text.
    package let members: UInt64
    /// What it was read as, of an archive its last file; `utf-8` where nothing else was asked for.
    package let encoding: String
    /// Lines that were not UTF-8 and were read by the fallback.
    package let fallbackLines: UInt64
    /// The files of an archive that were read, in order; the first 10,000 of more, or fewer with
    /// long names.
    package let files: [File]
    /// Directories, links, hidden and encrypted files of an archive, passed over.
    package let skippedFiles: UInt64
    /// What its lines were read as; nil where there was none.
    package let layout: String?
    /// The lines that told so; nil where it was stated.
    package let layoutToldBy: String?
    /// Whether all of its text was read.
    package let complete: Bool
    /// What went wrong, in sentences: the first 100 of a run, and how many more by kind.
    package let problems: [String]

    /// States what is known of one input.
    package init(
      dataset: String? = nil, name: String, lists: UInt64? = nil, container: String, bytes: UInt64,
      sha256: String,
      textBytes: UInt64, members: UInt64, encoding: String = "utf-8", fallbackLines: UInt64 = 0,
      files: [File] = [],
      skippedFiles: UInt64 = 0, layout: String? = nil, layoutToldBy: String? = nil,
      complete: Bool, problems: [String]
    ) {
      self.dataset = dataset
      self.name = name
      self.lists = lists
      self.container = container
      self.bytes = bytes
      self.sha256 = sha256
      self.textBytes = textBytes
      self.members = members
      self.encoding = encoding
      self.fallbackLines = fallbackLines
      self.files = files
      self.skippedFiles = skippedFiles
      self.layout = layout
      self.layoutToldBy = layoutToldBy
      self.complete = complete
      self.problems = problems
    }
  }

  /// One file of an archive.
  package struct File: Encodable, Sendable {
    /// As the archive has it, with controls and bidirectional marks escaped.
    package let name: String
    /// `plain`, or how it is compressed.
    package let container: String
    /// Bytes after decompression.
    package let textBytes: UInt64
    /// What it was read as.
    package let encoding: String
    /// Whether all of it was read.
    package let complete: Bool

    /// States what is known of one file.
    package init(
      name: String, container: String, textBytes: UInt64, encoding: String, complete: Bool
    ) {
      self.name = name
      self.container = container
      self.textBytes = textBytes
      self.encoding = encoding
      self.complete = complete
    }
  }

  /// What became of the lines.
  package struct Lines: Encodable, Sendable {
    /// Lines with a password that was audited.
    package let audited: UInt64
    /// Lines of no byte.
    package let empty: UInt64
    /// Lines longer than 64 KiB, skipped.
    package let overLong: UInt64
    /// Lines that a fault or a stop cut off, left out.
    package let cut: UInt64
    /// Lines that are not of the list's layout, skipped.
    package let malformed: UInt64
    /// First lines that name what stands below.
    package let header: UInt64
    /// Lines of which only the first 512 UTF-16 units were scored.
    package let scoredInPart: UInt64
  }

  /// How entries are encoded.
  package struct Encodings: Encodable, Sendable {
    /// ASCII only.
    package let ascii: UInt64
    /// Well-formed UTF-8 with something beyond ASCII.
    package let utf8: UInt64
    /// Not UTF-8.
    package let illFormed: UInt64
    /// Of `utf8`, those that normalisation form C changes.
    package let changedByNFC: UInt64
  }

  /// A policy as it was understood.
  package struct Policy: Encodable, Sendable {
    /// As its section or file is called.
    package let name: String
    /// Where it came from: a file's name, or `built in`.
    package let source: String
    /// Its canonical text.
    package let rules: String

    /// States what a policy was understood as.
    package init(name: String, source: String, rules: String) {
      self.name = name
      self.source = source
      self.rules = rules
    }
  }

  /// A blocklist that was in force.
  package struct Blocklist: Encodable, Sendable {
    /// As in the report.
    package let name: String
    /// `exact`, `fold` (without regard to case and width), `leet` (nor to what stands for letters),
    /// `derivatives` (of context words), `substring:4`, `fold+substring:4`, `leet+substring:4` (of so
    /// many characters or more, inside the password), or `entra-like` (scored as banned terms).
    package let comparison: String
    /// Whether the whole password is compared, as SP 800-63B-4, section 3.1.1.2, asks.
    package let conforms: Bool
    /// Distinct values, after normalisation.
    package let values: Int
    /// Of the bytes read, in hexadecimal; nil for the built-in list, context words and compiled
    /// lists.
    package let sha256: String?
    /// Of a compiled list, the XXH3 by which all its content can be told, in hexadecimal.
    package let checksum: String?
    /// Where the values of a compiled list come from and how they were read, a line a source.
    package let sources: [String]
    /// How many hits are expected to be chance: lookups × values ÷ 2⁶⁴.
    package let expectedFalseHits: Double
    /// The share of values that can never refuse anything, by the policy whose lengths rule them
    /// out; empty where lengths are unknown or are not those of the password.
    package let idle: [String: Double]

    /// States which list was in force.
    package init(
      name: String, comparison: String, conforms: Bool = true, values: Int, sha256: String?,
      checksum: String? = nil, sources: [String] = [], expectedFalseHits: Double,
      idle: [String: Double] = [:]
    ) {
      self.name = name
      self.comparison = comparison
      self.conforms = conforms
      self.values = values
      self.sha256 = sha256
      self.checksum = checksum
      self.sources = sources
      self.expectedFalseHits = expectedFalseHits
      self.idle = idle
    }
  }

  /// The file's bytes: JSON, keys sorted, ending in LF.
  ///
  /// - Throws: What the encoder throws; nothing is known to make it.
  package func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return escapedJSON(Array(try encoder.encode(self))) + [UInt8(ascii: "\n")]
  }
}
