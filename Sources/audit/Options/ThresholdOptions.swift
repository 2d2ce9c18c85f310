import ArgumentParser
import Preparing

/// The option for the share of passwords that must comply.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-under"),
    help: ArgumentHelp(
      "Exit with 1 unless this share of the passwords complies with every policy, such as 50%.",
      valueName: "percent"),
    transform: typed(Quantity.percent))
  var percent: Double?
}
