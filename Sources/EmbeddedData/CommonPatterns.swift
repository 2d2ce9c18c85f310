import CEmbeddedData

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
