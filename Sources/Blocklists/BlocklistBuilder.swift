import EmbeddedData

/// Takes in the values of one list.
///
///     var builder = BlocklistBuilder(name: "common.txt", provenance: "common.txt, 1,000,000 lines")
///     builder.add(value)                                   // once a line, without its line end
///     let set = try BlocklistSet([.builtIn(), builder])
package struct BlocklistBuilder: Sendable {
  /// What the list is called.
  package let name: String
  /// Where its values come from, in words.
  package let provenance: String

  /// Of each value added, in that order.
  private(set) var fingerprints: [UInt64] = []
  /// The filter's key of each.
  private(set) var keys: [UInt64] = []
  private(set) var emptyCount = 0

  /// Starts a list without values.
  package init(name: String, provenance: String) {
    self.name = name
    self.provenance = provenance
  }

  /// Adds a value: the bytes of a password, without line end.
  ///
  /// The empty value is passed over. 16 bytes of memory a value are kept until the set is made.
  package mutating func add(_ value: Span<UInt8>) {
    guard !value.isEmpty else { return emptyCount += 1 }
    fingerprints.append(Fingerprint.of(value))
    keys.append(ValueFilter.key(of: value))
  }

  /// The list that is part of the program: common passwords, words and names, and the runs,
  /// sequences, repeats and keyboard walks that SP 800-63B-4 leaves to lists.
  ///
  /// - Source: `Datasets/README.md`.
  package static func builtIn() -> BlocklistBuilder {
    var builder = BlocklistBuilder(
      name: "built-in",
      provenance: "zxcvbn's frequency lists of passwords, English words, United States names and "
        + "television; runs, sequences, repeats and keyboard walks of 8 to 24 characters")
    let dictionaries = RankedDictionaries()
    let patterns = CommonPatterns()
    builder.fingerprints.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
    builder.keys.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
    dictionaries.forEachWord { _, _, word in builder.add(word) }
    patterns.forEachPattern { value in builder.add(value) }
    return builder
  }
}
