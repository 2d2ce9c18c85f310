package import PasswordPolicies
package import Tallies

/// The inputs of a report and how they were understood.
///
/// It names inputs by the user's name and by digest, and contains nothing from the text of a
/// password.
package struct Manifest: Sendable {
  /// Version of the program.
  package let version: String
  /// Whether every input was read to its end without a fault, and nothing requested is missing.
  package let complete: Bool
  /// Label in the `dataset` column.
  package let dataset: String
  /// The lists, in order.
  package let inputs: [Input]
  /// The policies, in order.
  package let policies: [Policy]
  /// The blocklists, in the order of their bits.
  package let blocklists: [Blocklist]
  /// The dictionaries with which strength was estimated, in the order of ranks.
  package let dictionaries: [Dictionary]
  /// The settings that have several readings, and the readings used.
  package let readings: [String: String]
  /// What is to be known before any number besides the problems of single lists, each on one line.
  package let doubts: [String]

  /// Everything that makes the report less than it looks: the problems of lists, then the doubts.
  package var warnings: [String] { Self.warnings(of: inputs.map(\.record), doubts) }

  /// The problems of lists, and doubts that repeat none of them.
  package static func warnings(of inputs: [RecordedInput], _ doubts: [String]) -> [String] {
    (inputs.flatMap(\.warnings) + doubts).uniqued()
  }

  /// States the inputs of a report.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - complete: Whether nothing requested is missing; an incomplete input overrides it.
  ///   - dataset: The label of the lists.
  ///   - inputs: The lists, in order.
  ///   - policies: The records of the findings' policies, in the same order.
  ///   - blocklists: The records of the findings' blocklists, in the same order.
  ///   - dictionaries: The dictionaries of the strength estimate.
  ///   - readings: The settings that have several readings, in words.
  ///   - doubts: What is to be known besides; left out where a list's problems state it.
  package init(
    version: String, complete: Bool = true, dataset: String, inputs: [Input], policies: [Policy],
    blocklists: [Blocklist], dictionaries: [Dictionary] = [], readings: [String: String],
    doubts: [String] = []
  ) {
    self.version = version
    self.complete = complete && inputs.allSatisfy(\.record.isComplete)
    self.dataset = dataset
    self.inputs = inputs
    self.policies = policies
    self.blocklists = blocklists
    self.dictionaries = dictionaries
    self.readings = readings
    let known = Set(inputs.flatMap(\.record.warnings))
    self.doubts = doubts.filter { !known.contains($0) }.uniqued()
  }

  /// A file of words that an attacker tries first.
  package struct Dictionary: Encodable, Sendable {
    /// The name of the file, without directory and endings.
    package let name: String
    /// The words that it adds to those before it.
    package let words: Int
    /// The digest of the bytes read, in hexadecimal.
    package let sha256: String

    /// States a dictionary.
    package init(name: String, words: Int, sha256: String) {
      self.name = name
      self.words = words
      self.sha256 = sha256
    }
  }

  /// One list that was read, with the label of its own rows.
  package struct Input: Encodable, Sendable {
    /// Label in the `dataset` column of its own rows; nil if it has none.
    package let dataset: String?
    /// The list as tallies record it, too.
    package let record: RecordedInput

    /// Labels a list.
    package init(_ dataset: String? = nil, _ record: RecordedInput) {
      self.dataset = dataset
      self.record = record
    }

    private enum CodingKeys: CodingKey { case dataset }

    /// Encodes the record, and the label beside its values.
    package func encode(to encoder: any Encoder) throws {
      try record.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(dataset, forKey: .dataset)
    }
  }

  /// A policy as it was understood.
  package struct Policy: Sendable {
    /// The name of its section or file.
    package let name: String
    /// Where it came from.
    package let source: Source
    /// Its canonical text.
    package let rules: String
    /// The text of another system from which it was made; nil if it was written in our language.
    package let system: PolicySource?

    /// Makes the record of a policy.
    package init(name: String, source: Source, rules: String, system: PolicySource? = nil) {
      self.name = name
      self.source = source
      self.rules = rules
      self.system = system
    }

    /// The record; of a policy of another system, also the kind of its text, how well the policy
    /// says it, and what it does not say.
    var record: JSONObject {
      [
        "name": name, "source": source.text, "rules": rules, "kind": system?.kind.rawValue,
        "outcome": system?.outcome, "remarks": system?.remarks,
      ]
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
}

extension Manifest.Policy {
  /// Where a policy came from.
  package enum Source: Hashable, Sendable {
    case file(String)
    /// The entry of a site in a file of Apple's form.
    case site(String, file: String)
    /// A preset, by its identifier.
    case preset(String)
    /// The text of a policy on the command line.
    case typed

    /// The source in the manifest: the file (with the site in brackets), `preset:` and the identifier,
    /// or `<rules>`.
    package var text: String {
      switch self {
      case .file(let file): file
      case .site(let site, let file): "\(file)[\(site)]"
      case .preset(let id): "preset:\(id)"
      case .typed: "<rules>"
      }
    }
  }
}

extension Manifest.Blocklist {
  /// The name of a blocklist in the report.
  package enum Name: Hashable, Sendable, Encodable {
    /// The built-in list, compared exactly.
    case builtIn
    /// Any other list, or another comparison with the built-in one.
    case given(String)

    /// The name in tables and in the manifest.
    package var text: String {
      switch self {
      case .builtIn: "built-in"
      case .given(let name): name
      }
    }

    /// The list in running text: `built-in blocklist`, `blocklist refused`.
    package var words: String {
      switch self {
      case .builtIn: "built-in blocklist"
      case .given(let name): "blocklist \(name)"
      }
    }

    /// Encodes the text.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
