import Diagnostics
import FoundationEssentials

/// The inputs and how they were understood: the file `audit.json`.
///
/// It names inputs by the user's name and by digest, and contains counts and canonical policies,
/// but nothing from the text of a password. Equal inputs give equal bytes on every machine, on every
/// day and with any number of lanes.
package struct Manifest: Encodable, Sendable {
  /// Version of this layout.
  package let format = 1
  /// Version of the program.
  package let version: String
  /// Whether every input was read to its end without a fault, and nothing requested is missing.
  package let complete: Bool
  /// Label in the `dataset` column.
  package let dataset: String
  /// The lists, in order.
  package let inputs: [Input]
  /// The number of passwords audited, repetitions included.
  package let entries: UInt64
  /// All lines by result.
  package let lines: Lines
  /// The encodings of entries.
  package let encodings: Encodings
  /// The policies, in order.
  package let policies: [Policy]
  /// The main results of each policy, in order.
  package let results: [Result]
  /// The blocklists, in the order of their bits.
  package let blocklists: [Blocklist]
  /// The settings that have several readings, and the readings used.
  package let readings: [String: String]
  /// The keyspace of each policy; nil unless requested.
  package let keyspaces: [Keyspace]?
  /// The guessing metrics; nil unless distinct passwords were counted.
  package let guessing: Guessing?

  /// One list that was read.
  package struct Input: Encodable, Sendable {
    /// Label in the `dataset` column of its own rows; nil if it has none.
    package let dataset: String?
    /// The name that the user gave; for a group, the first and the last of its lists.
    package let name: String
    /// The number of lists in a group; nil for a single list.
    package let lists: UInt64?
    /// `plain`, a compression (`gzip`), an archive (`zip`), or both (`tar.gz`); `several` for a
    /// group.
    package let container: Form
    /// Bytes read, before decompression.
    package let bytes: UInt64
    /// The digest of these bytes, in hexadecimal; for a group, the digest of `sha256sum`'s output for
    /// its lists.
    package let sha256: String
    /// Bytes after decompression.
    package let textBytes: UInt64
    /// Members of a compressed file, files read of an archive; 0 for plain text.
    package let members: UInt64
    /// The encoding of the list, or of an archive's last file; `utf-8` by default.
    package let encoding: String
    /// Lines that were not UTF-8 and were read in the fallback encoding.
    package let fallbackLines: UInt64
    /// The files of an archive that were read, in order; at most the first 10,000, fewer with long
    /// names.
    package let files: [File]
    /// Directories, links, hidden and encrypted files of an archive, which are skipped.
    package let skippedFiles: UInt64
    /// The layout used for its lines; nil if there was none.
    package let layout: Form?
    /// The lines from which the layout was detected; nil if the user stated it.
    package let layoutToldBy: String?
    /// Whether all of its text was read.
    package let complete: Bool
    /// Problems, in sentences: the first 100 of a run, then the numbers of others by kind.
    package let problems: [String]

    /// Makes the record of an input.
    package init(
      dataset: String? = nil, name: String, lists: UInt64? = nil, container: Form, bytes: UInt64,
      sha256: String,
      textBytes: UInt64, members: UInt64, encoding: String = "utf-8", fallbackLines: UInt64 = 0,
      files: [File] = [],
      skippedFiles: UInt64 = 0, layout: Form? = nil, layoutToldBy: String? = nil,
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
    /// The name in the archive, with controls and bidirectional marks escaped.
    package let name: String
    /// `plain`, or its compression.
    package let container: String
    /// Bytes after decompression.
    package let textBytes: UInt64
    /// The encoding used.
    package let encoding: String
    /// Whether all of it was read.
    package let complete: Bool

    /// Makes the record of a file.
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

  /// The lines by result.
  package struct Lines: Encodable, Sendable {
    /// Lines with a password that was audited.
    package let audited: UInt64
    /// Lines without a byte.
    package let empty: UInt64
    /// Lines longer than 64 KiB, skipped.
    package let overLong: UInt64
    /// Lines left out because a fault or a stop cut them off.
    package let cut: UInt64
    /// Lines without the list's layout, skipped.
    package let malformed: UInt64
    /// First lines that name the columns.
    package let header: UInt64
    /// Lines of which only the first 512 UTF-16 units were scored.
    package let scoredInPart: UInt64
  }

  /// The encodings of entries.
  package struct Encodings: Encodable, Sendable {
    /// ASCII only.
    package let ascii: UInt64
    /// Well-formed UTF-8 with characters beyond ASCII.
    package let utf8: UInt64
    /// Not UTF-8.
    package let illFormed: UInt64
    /// Entries of `utf8` that normalisation form C changes.
    package let changedByNFC: UInt64
  }

  /// A policy as it was understood.
  package struct Policy: Encodable, Sendable {
    /// The name of its section or file.
    package let name: String
    /// Where it came from.
    package let source: Source
    /// Its canonical text.
    package let rules: String

    /// Makes the record of a policy.
    package init(name: String, source: Source, rules: String) {
      self.name = name
      self.source = source
      self.rules = rules
    }
  }

  /// A blocklist that was used.
  package struct Blocklist: Encodable, Sendable {
    /// The name in the report.
    package let name: Name
    /// `exact`, `fold` (ignores case and width), `leet` (also ignores substitutes for letters),
    /// `derivatives` (of context words), `substring:4`, `fold+substring:4`, `leet+substring:4`
    /// (searches values of this many characters or more inside the password), or `entra-like`
    /// (scores banned terms).
    package let comparison: String
    /// Whether the whole password is compared, as SP 800-63B-4, section 3.1.1.2, requires.
    package let conforms: Bool
    /// Distinct values, after normalisation.
    package let values: Int
    /// The digest of the bytes read, in hexadecimal; nil for the built-in list, context words and
    /// compiled lists.
    package let sha256: String?
    /// For a compiled list, the XXH3 that identifies its content, in hexadecimal.
    package let checksum: String?
    /// For a compiled list, its sources and how they were read, one on each line.
    package let sources: [String]
    /// The expected number of false hits: lookups × values ÷ 2⁶⁴.
    package let expectedFalseHits: Double
    /// The share of values that never refuse anything because the policy refuses their length, by
    /// policy; empty if the values' lengths are unknown or are not the passwords' lengths.
    package let idle: [String: Double]

    /// Makes the record of a blocklist.
    package init(
      name: Name, comparison: String, conforms: Bool = true, values: Int, sha256: String?,
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
  /// - Throws: Errors of the encoder; none is known to occur.
  package func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = escapedJSON(Array(try encoder.encode(self)))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
