import CEmbeddedData

/// Six frequency lists of words with ranks, compiled into the program as ``WordTries``.
///
/// These are the lists of zxcvbn. Each word is only in one list, the one in which it is most
/// frequent. Words are lowercase ASCII of 1 to 23 bytes.
///
///     RankedDictionaries().forEachWord { list, rank, word in … }  // "password": passwords, 2
///
/// - Source: `Datasets/README.md` names the origin and the licence.
package struct RankedDictionaries: Sendable {
  /// The lists in the order in which the reference looks words up; the order decides ties.
  package enum List: UInt8, CaseIterable, Sendable {
    case passwords, englishWikipedia, femaleNames, surnames, usTVAndFilm, maleNames
  }

  /// The number of words in all lists.
  package let wordCount: Int

  /// Refers to the compiled-in words; costs nothing.
  package init() { wordCount = BuiltInIndex().valueCount - CommonPatterns().patternCount }

  /// The only word without its rank in the tries: the reference loses it, see ``WordTries``.
  private static let unranked = (
    word: Array("constructor".utf8), list: List.englishWikipedia, 13_589
  )

  /// Visits all words in ascending order of their bytes.
  ///
  /// - Parameter body: Receives the list, the rank in it (from 1), and the word, which is valid
  ///   only during the call.
  /// - Complexity: A few milliseconds for the whole walk.
  package func forEachWord(_ body: (_ list: List, _ rank: Int, _ word: Span<UInt8>) -> Void) {
    WordTries().forEachWord { word, entry in
      if entry == 0 {
        let (unranked, list, rank) = Self.unranked
        if word.indices.elementsEqual(unranked.indices, by: { word[$0] == unranked[$1] }) {
          body(list, rank, word)
        }
        return
      }
      guard let list = List(rawValue: UInt8(entry >> 16)) else {
        preconditionFailure("no such list")
      }
      body(list, Int(entry & 0xFFFF), word)
    }
  }
}

/// Runs, sequences, repeats and keyboard walks of 8 to 24 characters, compiled into the program.
///
/// SP 800-63B-4 demands 15 characters and has no rule against these patterns, so only a blocklist
/// can refuse them. `Datasets/Dictionaries/make-dictionaries.py` defines the selection.
///
///     CommonPatterns().forEachPattern { value in … }  // "1q2w3e4r5t6y7u8i", "passwordpassword"
///
/// - Source: NIST SP 800-63B-4, section 3.1.1.2 and appendix A.
package struct CommonPatterns: Sendable {
  /// The number of values, each counted once.
  package let patternCount: Int

  /// Refers to the compiled-in values; costs nothing.
  package init() {
    unsafe patternCount = FrontCodedValues.count(of: embedded_patterns(), embedded_patterns_size())
  }

  /// Visits all values in ascending order of their bytes.
  ///
  /// - Parameter body: Receives the value, which is valid only during the call.
  package func forEachPattern(_ body: (_ value: Span<UInt8>) -> Void) {
    unsafe FrontCodedValues.forEach(of: embedded_patterns(), embedded_patterns_size(), body)
  }
}
