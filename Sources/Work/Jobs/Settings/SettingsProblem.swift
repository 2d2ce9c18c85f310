package import Diagnostics

// Values of settings, or settings together, that no front end accepts, in the words of `audit`.
extension Problem {
  /// Words that say what a setting does not accept.
  static func ofSettings(_ words: String) -> Problem { Problem("settings", words, isUsage: true) }

  /// Throws the words of the first rule that is broken.
  package static func refuse(_ rules: KeyValuePairs<String, Bool>) throws(Problem) {
    if let broken = rules.first(where: \.value) { throw .ofSettings(broken.key) }
  }

  /// Refuses a number outside a range, if there is one.
  static func require(
    _ number: Int?, in range: ClosedRange<Int>, of option: String, _ kind: String = "number"
  ) throws(Problem) {
    guard let number, !range.contains(number) else { return }
    throw .ofSettings(
      "\(option) takes a \(kind) from \(range.lowerBound) to \(range.upperBound), not \(number).")
  }

  /// Refuses less memory than a number of mebibytes.
  static func requireMemory(_ bytes: Int?, mebibytes: Int) throws(Problem) {
    guard let bytes, bytes < mebibytes << 20 else { return }
    throw .ofSettings("--memory takes at least \(mebibytes)MiB.")
  }
}

/// Settings that know which values, and which of them together, no front end may pass.
///
/// Jobs ask them when they are prepared, so a front end need not; `audit` asks before it reads anything.
package protocol CheckedSettings {
  /// Refuses what no job accepts.
  func validate() throws(Problem)
}
