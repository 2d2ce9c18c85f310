import ArgumentParser
import Requests

/// The options for blocklists.
struct BlocklistOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "A list of refused values: one that 'audit blocklist build' compiled, or text, packed or not; "
        + "repeat for more. Replaces the built-in one.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("blocklist-match"),
    help: ArgumentHelp(
      "How the report compares passwords with them; repeat for more: exact (the default), fold (case, "
        + "width), leet (fold, and \(BlocklistSettings.leetTable)), substring:N (values of N characters or "
        + "more inside the password; fold+substring:N, leet+substring:N), entra-like (an "
        + "approximation; up to 1000 banned terms beside the built-in ones). A policy's own "
        + "'blocklist' rule overrides this.",
      valueName: "how"),
    completion: .list(["exact", "fold", "leet", "substring:4", "fold+substring:4", "entra-like"]),
    transform: comparison(named:))
  var matches: [BlocklistSettings.Comparison] = []

  @OptionGroup var forms: ListFormOptions

  @Flag(name: .customLong("no-blocklist"), help: "Compare with no blocklist.")
  var isOff = false

  @Flag(
    name: .customLong("exact"),
    help: "Fail if the expected number of false blocklist matches exceeds 0.5.")
  var isExact = false

  func validate() throws {
    if isOff, !files.isEmpty || !matches.isEmpty {
      throw ValidationError(
        "--no-blocklist excludes \(files.isEmpty ? "--blocklist-match" : "--blocklist").")
    }
  }

  /// The options as settings.
  var settings: BlocklistSettings {
    BlocklistSettings(
      files: files, matches: matches, forms: forms.settings, isOff: isOff, isExact: isExact)
  }
}

/// The comparison with this name.
private func comparison(named word: String) throws -> BlocklistSettings.Comparison {
  if let comparison = BlocklistSettings.comparison(named: word) { return comparison }
  throw ValidationError("Expected \(BlocklistSettings.comparisonNames), not '\(word)'.")
}
