import ArgumentParser
import Jobs
import PasswordSpaces

/// The options for password lengths.
struct LengthOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("This length only, or these: 12, 8-16.", valueName: "n"),
    transform: typed(Quantity.range))
  var length: ClosedRange<Int>?

  @Option(help: ArgumentHelp("The least length (default: the policy's, or 1).", valueName: "n"))
  var from: Int?

  @Option(
    help: ArgumentHelp(
      "The greatest length (default: the policy's, or the horizon).", valueName: "n")
  )
  var to: Int?

  @Option(
    help: ArgumentHelp("How far a policy without maxlength is counted.", valueName: "n"))
  var horizon = LengthRange.defaultHorizon

  /// The options as settings.
  var settings: LengthSettings {
    LengthSettings(from: length?.lowerBound ?? from, to: length?.upperBound ?? to, horizon: horizon)
  }

  func validate() throws {
    if length != nil, from != nil || to != nil {
      throw ValidationError("--length excludes --from and --to.")
    }
    try accept(try settings.validate())
  }
}
