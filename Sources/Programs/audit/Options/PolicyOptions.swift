import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies

/// The options for policies.
struct PolicyOptions: ParsableArguments, PolicyChoice {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "A policy file in Apple's Password Rules language, Apple's own apple-password-rules.json, a "
        + "file in which another system keeps its policy, such as pwquality.conf, or a policy "
        + "itself: 'minlength: 8; allowed: unicode;'; repeat for more.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("preset"),
    help: ArgumentHelp(
      "A policy that a standard publishes; 'audit rules presets' lists them; repeat for more.",
      valueName: "id"),
    completion: .list(Preset.all.map(\.id)))
  var presets: [String] = []

  @Option(
    name: .customLong("only"),
    help: ArgumentHelp(
      "Of apple-password-rules.json, the policy of this site only; of several policies of another "
        + "system, the one with this name; repeat for more.",
      valueName: "domain", visibility: .further))
  var domains: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Read policies as Apple's own parser does, faults and all, with warnings; leave out what no "
        + "rule says of another system's policy.", visibility: .further))
  var lenient = false

  @Option(
    help: ArgumentHelp(
      "Read the files of --rules as this kind, whatever they look like: "
        + SourceKind.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "kind",
      visibility: .further),
    completion: .list(SourceKind.allCases.map(\.rawValue)), transform: kind(of:))
  var readAs: SourceKind?

  @Option(
    name: .customLong("max-consecutive"),
    help: ArgumentHelp(
      "What 'max-consecutive' limits: repeats (the default) or repeats-and-sequences.",
      visibility: .further),
    transform: reading(of:))
  var maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats

  var settings: PolicySettings { settings(naming: []) }

  /// The options as settings, with policies that are named without an option.
  func settings(naming named: [String]) -> PolicySettings {
    PolicySettings(
      files: files + named.filter { Preset.named($0) == nil },
      presets: presets + named.filter { Preset.named($0) != nil }, domains: domains,
      isLenient: lenient, maxConsecutive: maxConsecutive, kind: readAs)
  }
}

/// What names policies on the command line.
protocol PolicyChoice {
  /// What is chosen, as settings.
  var settings: PolicySettings { get }
}

extension PolicyChoice {
  /// Whether any policy is named.
  var isGiven: Bool { settings.isGiven }

  /// Reads all policies, or the default presets if none is named.
  ///
  /// Hundreds are read on several workers.
  func load(threads: Int = 1) throws(ProblemsTold) -> [Policy] {
    try settings.load(threads: threads, tell: Terminal.tell)
  }
}

/// The reading of `max-consecutive` with this name.
private func reading(of word: String) throws -> PasswordRules.MaxConsecutiveReading {
  if let reading = PasswordRules.MaxConsecutiveReading(rawValue: word) { return reading }
  let words = PasswordRules.MaxConsecutiveReading.allCases.map { "'\($0.rawValue)'" }
  throw ValidationError("Expected \(words.joined(separator: " or ")), not '\(word)'.")
}

/// The kind of text with this name.
private func kind(of word: String) throws -> SourceKind {
  if let kind = SourceKind(rawValue: word) { return kind }
  let words = SourceKind.allCases.map(\.rawValue).joined(separator: ", ")
  throw ValidationError("Expected one of \(words), not '\(word)'.")
}

/// The policies of a command that takes no lists, in which a policy needs no option:
/// `audit rules lint policy.txt`, `audit keyspace nist-63b-4`.
struct PolicyArguments: ParsableArguments, PolicyChoice {
  @Argument(
    help: ArgumentHelp("Policies: what could follow --rules, or --preset.", valueName: "policy"),
    completion: .file())
  var named: [String] = []

  @OptionGroup var options: PolicyOptions

  func validate() throws {
    if let word = named.first(where: { Int($0) != nil }) {
      let isGenerate = Program.arguments.first == GenerateCommand.configuration.commandName
      throw StrayWord.error(
        [word],
        "'\(word)' follows no option." + (isGenerate ? " Say how many: --count \(word)" : ""))
    }
  }

  var settings: PolicySettings { options.settings(naming: named) }
}
