import CEmbeddedData

/// Six frequency lists of words with their ranks, compiled into the program.
///
/// These are the lists of zxcvbn; each word is in one list only, the one where it is most frequent.
/// Words are lowercase ASCII of 1 to 23 bytes.
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
  package init() {
    unsafe wordCount = FrontCodedValues.count(
      of: embedded_dictionaries(), embedded_dictionaries_size())
  }

  /// Visits all words in ascending order of their bytes.
  ///
  /// - Parameter body: Receives the list, the rank in it from 1, and the word, which is lent for
  ///   the call only.
  /// - Complexity: About a millisecond for the whole walk.
  package func forEachWord(_ body: (_ list: List, _ rank: Int, _ word: Span<UInt8>) -> Void) {
    unsafe FrontCodedValues.forEach(
      of: embedded_dictionaries(), embedded_dictionaries_size(), ranked: true
    ) { list, rank, word in
      guard let list = List(rawValue: list) else { preconditionFailure("no such list") }
      body(list, rank, word)
    }
  }
}
