package import Auditing
import Glibc
package import PasswordStrength

extension StrengthSettings {
  /// The settings in words, for the manifest.
  package var stated: String {
    let cuts = cuts.guesses.map(shortest(_:)).joined(separator: ", ")
    let words = contextWords.isEmpty ? "" : ", \(contextWords.count) context words"
    return "zxcvbn 4.4.2 rules, reference year \(referenceYear), cuts \(cuts)\(words)"
  }

  /// Makes the settings that a user chose, with the current year and the standard cuts by default.
  package init(chosenYear: Int?, contextWords: [String], chosenCuts: ScoreCuts?) {
    self.init(
      referenceYear: chosenYear ?? Self.currentYear, contextWords: contextWords,
      cuts: chosenCuts ?? .standard)
  }

  /// The current year, the default reference year.
  package static var currentYear: Int { Scorer.currentYear }
}

/// A number in its shortest form: 1e6, 2500, 1.5e+300.
private func shortest(_ number: Double) -> String {
  let zeros = log10(number)
  if zeros == zeros.rounded() { return "1e\(Int(zeros))" }
  return number == number.rounded() && number < 1e15 ? "\(Int(number))" : "\(number)"
}
