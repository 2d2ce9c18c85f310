import Auditing
package import Diagnostics
import Glibc
import GuessModels
package import PasswordPolicies
import Reports

/// What a guess model holds, and what its file gives away.
package struct ModelInfo {
  private let model: TrainedModel

  /// Opens a file, and checks every byte.
  ///
  /// - Throws: `Problem`.
  package init(opening path: String) throws {
    model = try TrainedModel(path: path)
  }

  /// The description for people, one fact on each line, and what knowing each policy saves an attacker.
  package func text(for policies: [Policy], tell: @escaping ProblemHandler) throws -> String {
    text + (try guesses(under: policies, tell)).map { "\n" + $0.text }.joined()
  }

  /// What knowing each policy saves an attacker.
  private func guesses(
    under policies: [Policy], _ tell: @escaping ProblemHandler
  ) throws -> [PolicyGuesses] {
    if policies.isEmpty { return [] }
    return try PolicyGuesses.of(JudgingSettings(policies: policies), model, tell: tell)
  }

  /// The description for people, one fact on each line.
  package var text: String {
    let header = model.header
    let settings = header.settings
    var lines = [
      "\(escaped(model.path)): \(settings.order)-grams of \(grouped(header.lines)) "
        + (settings.isDistinct ? "different passwords" : "passwords"),
      "  \(grouped(header.contextCount)) contexts",
      "  \(grouped(header.transitionCount)) transitions",
      "  pruned   "
        + (settings.leastCount > 1
          ? "what followed two symbols or more fewer than \(settings.leastCount) times"
          : "nothing"),
      "  skipped  \(grouped(header.emptyCount)) empty lines, "
        + "\(grouped(header.overLongCount)) of more than 255 characters",
      "  weight   \(settings.weight) beside zxcvbn's guesses, in the combined estimate",
      "  name     \(model.name)",
      "  size     \(grouped(header.fileByteCount)) bytes",
    ]
    for exponent in [4, 6, 10, 14] {
      if let error = relativeError(at: exponent) {
        lines.append(
          "  10^\(exponent)\(exponent < 10 ? " " : "")    guesses are known to ± \(error) %")
      }
    }
    lines += [
      "It spells runs of up to \(settings.order) characters that passwords of the lists have"
        + (settings.leastCount > 1 ? ", seen \(settings.leastCount) times or more" : "")
        + ": rare",
      "passwords can be read from it. Keep it like the lists: it is readable to its owner alone. To pass a",
      "model on, build it with --prune 10 or more.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The description for programs, a JSON object, with what knowing each policy saves an attacker.
  package func json(for policies: [Policy], tell: @escaping ProblemHandler) throws -> [UInt8] {
    let header = model.header
    let settings = header.settings
    let facts: JSONObject = [
      "order": settings.order, "passwords": UInt64(clamping: header.lines),
      "distinct": settings.isDistinct, "contexts": UInt64(clamping: header.contextCount),
      "transitions": UInt64(clamping: header.transitionCount),
      "prune": UInt64(clamping: settings.leastCount), "empty": UInt64(clamping: header.emptyCount),
      "overLong": UInt64(clamping: header.overLongCount), "weight": settings.weight,
      "name": model.name, "bytes": UInt64(clamping: header.fileByteCount),
      "policies": try guesses(under: policies, tell).map(\.facts),
    ]
    return jsonText(facts)
  }

  /// Half the width of the interval around a number of guesses, in percent; nil beyond the sample.
  private func relativeError(at exponent: Int) -> String? {
    guard let bits = model.sample.bits(ofGuesses: Double(exponent) * log2(10)) else { return nil }
    let error = 196 * model.sample.estimate(bits: bits).relativeError
    return "\((error * 10).rounded() / 10)"
  }
}
