import ArgumentParser
import Diagnostics
import PasswordPolicies

/// The option for standards.
struct StandardOptions: ParsableArguments {
  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "A standard to hold policies against; 'audit rules standards' lists them; repeat for more.",
      valueName: "id"),
    completion: .list(Standard.ids))
  var ids: [String] = []

  func validate() throws {
    for id in ids where !Standard.ids.contains(id) { throw Self.unknown(id) }
  }

  /// The error for the id of no standard.
  static func unknown(_ id: String) -> ValidationError {
    let suggestion = nearest(to: id, among: Standard.ids).map { " Did you mean '\($0)'?" } ?? ""
    return ValidationError(
      "Unknown standard '\(id)'.\(suggestion) They are \(Standard.ids.joined(separator: ", ")).")
  }

  /// The standards, each once.
  var chosen: [Standard] {
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }.compactMap(Standard.named)
  }
}
