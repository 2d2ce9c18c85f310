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
  /// How passwords are compared with its values.
  package let comparison: Blocklist.Comparison

  /// Of each value added, in that order; none of a list of ``Blocklist/Comparison/derivatives``.
  private(set) var fingerprints: [UInt64] = []
  /// The filter's key of each.
  private(set) var keys: [UInt64] = []
  /// Of a list of ``Blocklist/Comparison/derivatives``, each value added, folded.
  private(set) var words: [[UInt8]] = []
  private(set) var emptyCount = 0

  /// Values added, empty ones aside.
  var count: Int { max(fingerprints.count, words.count) }

  /// Starts a list without values.
  package init(name: String, provenance: String, comparison: Blocklist.Comparison = .exact) {
    precondition(!comparison.isOfDigests, "digests are compiled")
    self.name = name
    self.provenance = provenance
    self.comparison = comparison
  }

  /// Adds a value: the bytes of a password, without line end.
  ///
  /// The empty value is passed over. Until the set is made 16 bytes of memory a value are kept, of a
  /// list of ``Blocklist/Comparison/derivatives`` the value itself.
  package mutating func add(_ value: Span<UInt8>) {
    guard !value.isEmpty else { return emptyCount += 1 }
    switch comparison {
    case .exact:
      fingerprints.append(Fingerprint.of(value))
      keys.append(ValueFilter.key(of: value))
    case .fold:
      // SAFETY: bytes have no padding.
      let (fingerprint, key) = FoldedForm.with(unsafe value.bytes) { folded in
        let range = 0..<folded.byteCount
        return (Fingerprint.ofRaw(folded, in: range), ValueFilter.key(of: folded, in: range))
      }
      fingerprints.append(fingerprint)
      keys.append(key)
    case .derivatives:
      // SAFETY: bytes have no padding.
      words.append(
        FoldedForm.with(unsafe value.bytes) { folded in
          let folded = Span<UInt8>(_bytes: folded)
          return folded.indices.map { folded[$0] }
        })
    case .sha1, .ntlm: preconditionFailure("digests are compiled")
    }
  }

  /// The list that is part of the program: common passwords, words and names, and the runs,
  /// sequences, repeats and keyboard walks that SP 800-63B-4 leaves to lists.
  ///
  /// - Source: `Datasets/README.md`.
  package static func builtIn(
    comparison: Blocklist.Comparison = .exact, name: String = "built-in"
  ) -> BlocklistBuilder {
    var builder = BlocklistBuilder(
      name: name,
      provenance: "zxcvbn's frequency lists of passwords, English words, United States names and "
        + "television; runs, sequences, repeats and keyboard walks of 8 to 24 characters",
      comparison: comparison)
    let dictionaries = RankedDictionaries()
    let patterns = CommonPatterns()
    if comparison != .derivatives {
      builder.fingerprints.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
      builder.keys.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
    }
    dictionaries.forEachWord { _, _, word in builder.add(word) }
    patterns.forEachPattern { value in builder.add(value) }
    return builder
  }

  /// A list of words that belong to the user, the site or the product: what equals one of them or
  /// derives from one is refused.
  ///
  ///     let set = try BlocklistSet([.context(["acme"])])
  ///     set.lists(holding: password)                 // 1 for "4cm3!" and "EMCA99", 0 for "acme inc"
  package static func context(_ words: [String], name: String = "context") -> BlocklistBuilder {
    var builder = BlocklistBuilder(
      name: name, provenance: "context words and their derivatives", comparison: .derivatives)
    for word in words { builder.add(word.utf8Span.span) }
    return builder
  }
}
