import ArgumentParser
import PasswordRules

/// Which policies are asked for, and how they are read.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "A policy file in Apple's Password Rules language, or Apple's own apple-password-rules.json; "
        + "repeat for more.", valueName: "file"),
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
      "Of apple-password-rules.json, the policy of this site only; repeat for more.",
      valueName: "domain"))
  var domains: [String] = []

  @Flag(help: "Read policies as Apple's own parser does, faults and all, with warnings.")
  var lenient = false

  @Option(
    name: .customLong("max-consecutive"),
    help: "What 'max-consecutive' limits: repeats (the default) or repeats-and-sequences.",
    transform: reading(of:))
  var maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats

  /// What is audited against when nothing is named: today's standard for passwords, alone and
  /// beside another factor.
  static let defaultPresets = ["nist-63b-4", "nist-63b-4-mfa"]

  /// Whether any policy is named.
  var isGiven: Bool { !files.isEmpty || !presets.isEmpty }

  /// Reads them all; with none named, the default presets.
  ///
  /// - Throws: ``Outcome/impossible`` once every problem of every file has been told.
  func load() throws -> [Policy] {
    let readings = try read()
    for problem in readings.flatMap(\.problems) { Terminal.tell(problem) }
    if readings.contains(where: \.hasErrors) { throw Outcome.impossible }
    return Self.uniquelyNamed(readings.flatMap(\.policies))
  }

  /// Reads them all without judging what was wrong.
  ///
  /// - Throws: ``Outcome/impossible`` when a file cannot be read or a name is unknown.
  func read() throws -> [PolicyReading] {
    var readings: [PolicyReading] = []
    var failed = false
    for file in files {
      do throws(PolicyFileProblem) { readings.append(try read(file: file)) } catch {
        Terminal.tell(error)
        failed = true
      }
    }
    for id in isGiven ? presets : Self.defaultPresets {
      if let preset = Preset.named(id) {
        let policy = preset.policy(maxConsecutive: maxConsecutive)
        readings.append(PolicyReading(policies: [policy], problems: []))
      } else {
        Terminal.tell(PolicyFileProblem.unknownPreset(id))
        failed = true
      }
    }
    if failed { throw Outcome.impossible }
    return readings
  }

  /// Reads the text of a policy file, as strictly as was asked for.
  func read(_ bytes: [UInt8], file: String) -> PolicyReading {
    PolicyReading(policyFile: bytes, file: file, strictness, maxConsecutive: maxConsecutive)
  }

  private var strictness: PolicyReading.Strictness { lenient ? .lenient : .strict }

  private func read(file: String) throws(PolicyFileProblem) -> PolicyReading {
    let bytes = try PolicyFile.bytes(of: file)
    let name = file == "-" ? "<stdin>" : file
    guard QuirksFile.isRecognised(bytes) else {
      if !domains.isEmpty { throw .noDomains(name) }
      guard PolicyReading.isPlausible(bytes) else { throw .noPolicy(name) }
      return read(bytes, file: name)
    }
    let quirks = try QuirksFile.quirks(in: bytes, file: name)
    guard !domains.isEmpty else {
      return quirks.read(file: name, strictness, maxConsecutive: maxConsecutive)
    }
    var wanted: Set<Quirks.Entry> = []
    for domain in domains {
      guard let entry = quirks.entry(for: domain) else {
        throw .unknownDomain(domain, file: name, among: quirks.entries.map(\.domain))
      }
      wanted.insert(entry)
    }
    return quirks.read(
      file: name, strictness, maxConsecutive: maxConsecutive, where: wanted.contains)
  }

  /// Gives policies of one name, from different files, names of their own: `site`, `site-2`.
  private static func uniquelyNamed(_ policies: [Policy]) -> [Policy] {
    var taken = Set(policies.map(\.name))
    var seen: Set<String> = []
    return policies.map { policy in
      guard !seen.insert(policy.name).inserted else { return policy }
      var number = 2
      while !taken.insert("\(policy.name)-\(number)").inserted { number += 1 }
      var renamed = policy
      renamed.name = "\(policy.name)-\(number)"
      return renamed
    }
  }
}

/// The reading of `max-consecutive` that a word names.
private func reading(of word: String) throws -> PasswordRules.MaxConsecutiveReading {
  if let reading = PasswordRules.MaxConsecutiveReading(rawValue: word) { return reading }
  let words = PasswordRules.MaxConsecutiveReading.allCases.map { "'\($0.rawValue)'" }
  throw ValidationError("Expected \(words.joined(separator: " or ")), not '\(word)'.")
}
