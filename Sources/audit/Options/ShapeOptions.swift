import ArgumentParser
import Jobs

/// The options for listing shapes of passwords.
struct ShapeOptions: ParsableArguments {
  @Option(
    name: .customLong("min-shape-count"),
    help: ArgumentHelp(
      "With shapes: list shapes and masks of this many passwords or more; a rare one may be one "
        + "person's (default: \(AuditSettings.usualShapeCount)).", valueName: "n"))
  var least: UInt64?

  @Option(
    name: .customLong("mask-order"),
    help: ArgumentHelp(
      "With shapes: the order of shapes.hcmask, count (passwords found; the default) or yield "
        + "(passwords found for each one tried).", valueName: "order"))
  var order: AuditSettings.MaskOrder?

  /// The first of these options that was given; nil for none.
  var given: String? {
    least != nil ? "--min-shape-count" : order != nil ? "--mask-order" : nil
  }

  func validate() throws {
    if least == 0 { throw ValidationError("--min-shape-count takes numbers from 1.") }
  }

  /// Sets what was given; masks that all of the named policies refuse are left out.
  func apply(to settings: inout AuditSettings, _ policies: PolicyOptions) {
    settings.listShapes(
      ofAtLeast: least, masksBy: order, thatPoliciesLeave: policies.isGiven)
  }
}

extension AuditSettings.MaskOrder: ExpressibleByArgument {}
