import ArgumentParser
import Diagnostics
import Requests

/// The option for the share of passwords that must comply.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-under"),
    help: ArgumentHelp(
      "Exit with 1 unless this share of the passwords complies with every policy, such as 50%.",
      valueName: "percent"),
    transform: { (text: String) throws in
      TypedShare(text: text, percent: try typed(Quantity.percent)(text))
    })
  var share: TypedShare?

  /// The share in percent.
  var percent: Double? { share?.percent }

  /// Notes that a number was probably meant as a fraction.
  func tellDoubts() {
    if let share, share.isProbablyFraction { Terminal.tell(DoubtfulShare(share: share)) }
  }
}

/// A share as it was typed.
struct TypedShare {
  let text: String
  let percent: Double

  /// Whether it is at most 1 and has no sign of a percentage.
  var isProbablyFraction: Bool { percent > 0 && percent <= 1 && !text.contains("%") }
}

/// A threshold that hardly any list misses.
private struct DoubtfulShare: Diagnosable {
  let share: TypedShare

  var location: Location? { nil }
  var severity: Severity { .note }
  var found: String { "--fail-under \(share.text) is \(share.text) %, not a fraction" }
  var expected: String? { nil }
  var remedy: String? {
    let percent = (share.percent * 10_000).rounded() / 100
    let whole = Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
    return "For \(whole) % say --fail-under \(whole)%; for this share say \(share.text)%."
  }
}
