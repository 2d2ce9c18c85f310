import ArgumentParser
import Diagnostics
import PasswordPolicies
import Reports

/// The option for standards.
struct StandardOptions: ParsableArguments {
  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "A standard to hold policies against, or all; 'audit rules standards' lists them; repeat for more.",
      valueName: "id"),
    completion: .list(Standard.ids + ["all"]))
  var ids: [String] = []

  func validate() throws {
    for id in ids where id != "all" && !Standard.ids.contains(id) { throw Self.unknown(id) }
  }

  /// Whether all standards are asked for.
  var areAll: Bool { ids.contains("all") }

  /// The error for the id of no standard, or of none of other ids.
  static func unknown(
    _ id: String, _ fault: String = "Unknown standard", among ids: [String] = Standard.ids
  ) -> ValidationError {
    let suggestion = nearest(to: id, among: ids).map { " Did you mean '\($0)'?" } ?? ""
    return ValidationError(
      "\(fault) '\(id)'.\(suggestion) They are \(ids.joined(separator: ", ")).")
  }

  /// The standards, each once.
  var chosen: [Standard] {
    areAll ? Standard.all : ids.uniqued().compactMap(Standard.named)
  }
}
