@_spi(Internal) import Bytes
import Diagnostics
import EmbeddedData
package import Passwords

/// Collects the values of one list.
///
///     var builder = BlocklistBuilder(name: "common.txt", provenance: "common.txt, 1,000,000 lines")
///     builder.add(value)                                   // once a line, without its line end
///     let set = try BlocklistSet([.builtIn(), builder])
package struct BlocklistBuilder: Sendable, Concealing {
  /// The list's name.
  package let name: String
  /// The source of its values, in words.
  package let provenance: String
  /// How passwords are compared with its values.
  package let comparison: ListComparison
  /// Whether values are added in order of rank.
  package let isRanked: Bool

  /// The fingerprint of each value, in the order added; empty for ``ListComparison/derivatives``.
  private(set) var fingerprints: [UInt64] = []
  /// The filter key of each value.
  private(set) var keys: [UInt64] = []
  /// The folded values of a list of ``ListComparison/derivatives``.
  private(set) var words: [[UInt8]] = []
  /// The values, in the form for comparison, of a list that is searched inside passwords.
  private(set) var parts = PartValues()
  /// The names, in normal form, that no password may contain, for ``ListComparison/entraLike``.
  private(set) var names: [[UInt8]] = []
  /// The number of terms added to the base words, for ``ListComparison/entraLike``.
  package private(set) var customTermCount = 0
  private(set) var emptyCount = 0
  /// The number of values skipped because they are too short or too long for the comparison.
  package private(set) var unfitCount = 0
  /// The number of added values, with repeats, by length in code points; the last bin counts all
  /// longer ones.
  private(set) var lengthCounts = [UInt64](repeating: 0, count: CompiledHeader.longestLength + 1)

  /// The index of the values that is compiled into the program; nil for other lists, and once
  /// values are in memory.
  private(set) var compiledIn: BuiltInIndex?

  /// The number of values added, without skipped ones.
  var count: Int {
    compiledIn?.valueCount ?? max(fingerprints.count, words.count, parts.count)
  }

  /// Makes a list without values.
  package init(
    name: String, provenance: String, comparison: ListComparison = .exact,
    isRanked: Bool = true
  ) {
    precondition(!comparison.isOfDigests, "digests are compiled")
    self.name = name
    self.provenance = provenance
    self.comparison = comparison
    self.isRanked = isRanked
  }

  /// Adds a value: the bytes of a password without line end.
  ///
  /// Skips the empty value. Until the set is made, each value takes 16 bytes of memory, or its own
  /// bytes if it is not compared as a whole.
  package mutating func add(_ value: Span<UInt8>) {
    if compiledIn != nil { self = inMemory }
    guard !value.isEmpty else { return emptyCount += 1 }
    // The usual path.
    if case .exact = comparison, let block = ValueFingerprint.blockOfASCII(value) {
      lengthCounts[value.count] += 1
      fingerprints.append(ValueFingerprint.ofBlock(block, value.count))
      keys.append(ValueFilter.key(ofBlock: block, value.count))
      return
    }
    lengthCounts[min(codePointCount(of: value), CompiledHeader.longestLength)] += 1
    switch comparison {
    case .exact:
      fingerprints.append(ValueFingerprint.of(value))
      keys.append(ValueFilter.key(of: value))
    case .fold, .leet:
      let (fingerprint, key) = comparison.form.with(value.raw) { folded in
        let range = 0..<folded.byteCount
        return (ValueFingerprint.ofRaw(folded, in: range), ValueFilter.key(of: folded, in: range))
      }
      fingerprints.append(fingerprint)
      keys.append(key)
    case .derivatives:
      words.append(
        FoldedForm.with(value.raw) { folded in
          let folded = Span<UInt8>(_bytes: folded)
          return folded.indices.map { folded[$0] }
        })
    case .sha1, .ntlm: preconditionFailure("digests are compiled")
    case .substring(of: let form, atLeast: let count):
      form.with(value.raw) { value in
        if characters(in: Span(_bytes: value), upTo: count) < count {
          unfitCount += 1
        } else {
          parts.append(value)
        }
      }
    case .entraLike:
      let term = TermScore.normalForm(of: value.raw)
      guard TermScore.termLengths.contains(characters(in: term.span, upTo: .max)) else {
        return unfitCount += 1
      }
      words.append(term)
      customTermCount += 1
    }
  }

  /// Adds a name that no password may contain, to a list of ``ListComparison/entraLike``.
  ///
  /// Skips names of fewer than four characters, as the vendor does.
  package mutating func add(name: String) {
    precondition(comparison == .entraLike, "only this comparison knows names")
    let name = TermScore.normalForm(of: name.utf8Span.span.raw)
    if characters(in: name.span, upTo: .max) >= TermScore.shortestName { names.append(name) }
  }

  /// Throws if the comparison cannot take so many values or terms.
  func checkSize() throws(Problem) {
    if parts.isTooLong { throw .tooManyParts(list: name, limit: PartValues.longestText) }
    if customTermCount > TermScore.customTermLimit {
      throw .tooManyTerms(
        list: name, found: customTermCount, limit: TermScore.customTermLimit)
    }
  }

  /// Counts the code points of a value up to a limit; approximate if it is not UTF-8.
  private func characters(in value: Span<UInt8>, upTo limit: Int) -> Int {
    var count = 0
    for index in value.indices where value[index] & 0xC0 != 0x80 {
      count += 1
      if count == limit { break }
    }
    return count
  }

  /// The list built into the program: common passwords, words and names, and the runs, sequences,
  /// repeats and keyboard walks that SP 800-63B-4 leaves to lists.
  ///
  /// For ``ListComparison/exact``, its index is compiled into the program and costs nothing unless
  /// it is joined with other lists. For ``ListComparison/entraLike``, it holds the base words
  /// instead, and terms can be added.
  ///
  /// - Source: `Datasets/README.md`.
  package static func builtIn(
    comparison: ListComparison = .exact, name: String = "built-in"
  ) -> BlocklistBuilder {
    if comparison == .entraLike { return baseWords(name: name) }
    var builder = BlocklistBuilder(
      name: name,
      provenance: "zxcvbn's frequency lists of passwords, English words, United States names and "
        + "television; runs, sequences, repeats and keyboard walks of 8 to 24 characters",
      comparison: comparison, isRanked: false)
    if comparison == .exact {
      let index = BuiltInIndex()
      for (length, count) in index.lengthCounts.enumerated() {
        builder.lengthCounts[length] = count
      }
      builder.compiledIn = index
    } else {
      builder.addBuiltInValues()
    }
    return builder
  }

  /// The same list with its values in memory, to be joined with others.
  var inMemory: BlocklistBuilder {
    if compiledIn == nil { return self }
    var builder = BlocklistBuilder(
      name: name, provenance: provenance, comparison: comparison, isRanked: isRanked)
    builder.addBuiltInValues()
    return builder
  }

  private mutating func addBuiltInValues() {
    let dictionaries = RankedDictionaries()
    let patterns = CommonPatterns()
    if [.exact, .fold, .leet].contains(comparison) {
      fingerprints.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
      keys.reserveCapacity(dictionaries.wordCount + patterns.patternCount)
    }
    dictionaries.forEachWord { _, _, word in add(word) }
    patterns.forEachPattern { value in add(value) }
  }

  /// Calls `body` with each value of the built-in list, in UTF-8, some of them more than once.
  package static func forEachBuiltInValue(_ body: (Span<UInt8>) -> Void) {
    RankedDictionaries().forEachWord { _, _, word in body(word) }
    CommonPatterns().forEachPattern(body)
  }

  private static func baseWords(name: String) -> BlocklistBuilder {
    var builder = BlocklistBuilder(
      name: name, provenance: TermScore.baseWordsText, comparison: .entraLike)
    TermScore.forEachBaseWord { builder.add($0) }
    builder.customTermCount = 0
    return builder
  }

  /// A list of words of the user, the site or the product; refuses passwords that equal or derive
  /// from one of them.
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
