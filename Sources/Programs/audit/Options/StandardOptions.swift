import ArgumentParser
import Diagnostics
import PasswordPolicies

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

  /// The error for the id of no standard.
  static func unknown(_ id: String) -> ValidationError {
    let suggestion = nearest(to: id, among: Standard.ids).map { " Did you mean '\($0)'?" } ?? ""
    return ValidationError(
      "Unknown standard '\(id)'.\(suggestion) They are \(Standard.ids.joined(separator: ", ")).")
  }

  /// The standards, each once.
  var chosen: [Standard] {
    if areAll { return Standard.all }
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }.compactMap(Standard.named)
  }
}
