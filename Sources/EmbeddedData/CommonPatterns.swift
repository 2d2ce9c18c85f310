import CEmbeddedData

/// Runs, sequences, repeats and keyboard walks of 8 to 24 characters; compiled in.
///
/// SP 800-63B-4 has no rule against them and asks for 15 characters: they are refused only because
/// a blocklist holds them. `Datasets/Dictionaries/make-dictionaries.py` says which ones and why.
///
///     CommonPatterns().forEachPattern { value in … }  // "1q2w3e4r5t6y7u8i", "passwordpassword"
///
/// - Source: NIST SP 800-63B-4, section 3.1.1.2 and appendix A.
package struct CommonPatterns: Sendable {
  /// Values in all, each once.
  package let patternCount: Int

  /// Refers to the values compiled in; costs nothing.
  package init() {
    unsafe patternCount = FrontCodedValues.count(of: embedded_patterns(), embedded_patterns_size())
  }

  /// Visits all values in ascending order of their bytes.
  ///
  /// - Parameter body: Gets the value, which is lent for the call only.
  package func forEachPattern(_ body: (_ value: Span<UInt8>) -> Void) {
    unsafe FrontCodedValues.forEach(
      of: embedded_patterns(), embedded_patterns_size(), ranked: false
    ) { _, _, value in body(value) }
  }
}
