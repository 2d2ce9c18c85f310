package import Diagnostics

/// A value of a setting, or settings together, that no front end accepts, in the words of `audit`.
package struct SettingsProblem: Diagnosable, Hashable {
  package let found: String
  package var location: Location? { nil }
  package var expected: String? { nil }
  package var remedy: String? { nil }
  package var isUsage: Bool { true }

  init(_ words: String) { found = words }

  /// Throws the words of the first rule that is broken.
  package static func refuse(_ rules: KeyValuePairs<String, Bool>) throws(SettingsProblem) {
    if let broken = rules.first(where: \.value) { throw SettingsProblem(broken.key) }
  }

  /// Refuses a number outside a range, if there is one.
  static func require(
    _ number: Int?, in range: ClosedRange<Int>, of option: String, _ kind: String = "number"
  ) throws(SettingsProblem) {
    guard let number, !range.contains(number) else { return }
    throw SettingsProblem(
      "\(option) takes a \(kind) from \(range.lowerBound) to \(range.upperBound), not \(number).")
  }

  /// Refuses less memory than a number of mebibytes.
  static func requireMemory(_ bytes: Int?, mebibytes: Int) throws(SettingsProblem) {
    guard let bytes, bytes < mebibytes << 20 else { return }
    throw SettingsProblem("--memory takes at least \(mebibytes)MiB.")
  }
}

/// Settings that know which values, and which of them together, no front end may pass.
///
/// Jobs ask them when they are prepared, so a front end need not; `audit` asks before it reads anything.
package protocol CheckedSettings {
  /// Refuses what no job accepts.
  func validate() throws(SettingsProblem)
}
