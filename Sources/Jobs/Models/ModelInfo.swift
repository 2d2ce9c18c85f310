import Diagnostics
import Glibc
import GuessModels
import Overview
import Requests

/// What a guess model holds, and what its file gives away.
package struct ModelInfo {
  private let model: TrainedModel

  /// Opens a file, and checks every byte.
  ///
  /// - Throws: `ModelProblem`.
  package init(opening path: String) throws {
    model = try TrainedModel(opening: path)
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

  /// Half the width of the interval around a number of guesses, in percent; nil beyond the sample.
  private func relativeError(at exponent: Int) -> String? {
    let log2Guesses = Double(exponent) * log2(10)
    let sample = model.sample
    var (low, high) = (0, sample.bits.count)
    while low < high {
      let middle = (low + high) / 2
      if sample.estimate(bits: sample.bits[middle]).log2Guesses < log2Guesses {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < sample.bits.count else { return nil }
    let error = 196 * sample.estimate(bits: sample.bits[low]).relativeError
    return "\((error * 10).rounded() / 10)"
  }
}
