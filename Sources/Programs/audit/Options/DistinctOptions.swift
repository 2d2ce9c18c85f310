import ArgumentParser
import Auditing
import Jobs
import Metrics

/// The option to count distinct passwords.
struct DistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: """
      Also count different passwords: every histogram again, each password once, and what it takes \
      to guess them, in empirical.csv, curve.csv and spectrum.csv.
      """)
  var isOn = false

  @OptionGroup(visibility: .further) var counting: CountingOptions
  @OptionGroup(visibility: .further) var limit: PopularityOptions

  func validate() throws {
    // Audits of accounts have tables of their own, so --memory is checked by the command.
    if !isOn, let option = given.first(where: { $0 != "--memory" }) {
      throw ValidationError(
        option == "--weights"
          ? "--weights says what a repeated password means, which only --distinct counts; give that too."
          : "\(option) says how --distinct works; give that too.")
    }
  }

  /// The options that were given besides --distinct.
  private var given: [String] { counting.given + (limit.most == nil ? [] : ["--popularity"]) }

  /// Refuses memory that nothing would use.
  func refuseIdleMemory() throws {
    if !isOn, counting.memory.memory != nil {
      throw ValidationError("--memory says how --distinct works; give that too.")
    }
  }

  /// The options as settings; nil if distinct passwords are not counted.
  var settings: CountingSettings? {
    guard isOn else { return nil }
    var settings = counting.settings
    settings.mostPerMillion = limit.most
    return settings
  }
}

/// The options for counting distinct passwords, and the meaning of repetition.
struct CountingOptions: ParsableArguments {
  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .customLong("weights"),
    help: ArgumentHelp(
      "What it means that a password stands on several lines, which no list says of itself: accounts "
        + "(as many people have it; the default if lists name users), lists (as many lists hold it), "
        + "or none (it says nothing of people; the default otherwise). With accounts or lists, shares "
        + "that guesses find are of people or of lists; with none nothing is said of other accounts.",
      valueName: "meaning"))
  var chosenWeights: Weights?

  @OptionGroup var sureness: ConfidenceOptions

  /// The options that were given.
  var given: [String] {
    memory.given + (chosenWeights == nil ? [] : ["--weights"])
      + (sureness.chosen == nil ? [] : ["--confidence"])
  }

  /// The options as settings.
  var settings: CountingSettings {
    memory.settings(weights: chosenWeights, confidence: sureness.chosen ?? .usual)
  }
}

extension Weights: Choice {}

/// The option for a limit on popularity.
struct PopularityOptions: ParsableArguments {
  @Option(
    name: .customLong("popularity"),
    help: ArgumentHelp(
      "Also say what guesses find if passwords that more than so many users in a million have are refused: one half "
        + "of the accounts tells which, the other what is left.", valueName: "n"),
    transform: typed(Quantity.popularity))
  var most: UInt64?
}

/// The option for how sure bounds are.
struct ConfidenceOptions: ParsableArguments {
  @Option(
    name: .customLong("confidence"),
    help: ArgumentHelp(
      "How sure it is that what the best attacker finds lies between the ends that are printed, for each "
        + "policy and number of guesses by itself: 50 % or more, but less than 100 % (default: 99).",
      valueName: "percent"),
    transform: typed(Quantity.confidence))
  var chosen: Confidence?
}

/// The options to record distinct passwords; the report states the meaning of repetition.
struct ScanDistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: "Also record how often each different password occurs, for report --distinct.")
  var isOn = false

  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .customLong("fingerprints"),
    help: ArgumentHelp(
      "Also write a keyed fingerprint of each different password, so that 'audit merge' can add these "
        + "up. Anyone who has them and the key can test guesses.",
      valueName: "file"),
    completion: .file())
  var fingerprints: String?

  @Option(
    name: .customLong("fingerprint-key"),
    help: ArgumentHelp(
      "The key of the fingerprints: 32 bytes, made where the file is missing. Scans that are to be "
        + "merged need the same.",
      valueName: "file"),
    completion: .file())
  var key: String?

  func validate() throws {
    if !isOn, memory.directory != nil {
      throw ValidationError("--temporary says how --distinct works; give that too.")
    }
    if fingerprints != nil || key != nil, fingerprints == nil || key == nil || !isOn {
      throw ValidationError("--fingerprints goes with --fingerprint-key and --distinct.")
    }
    if let settings { try accept(try settings.validate()) }
  }

  /// The options as settings; nil if distinct passwords are not recorded.
  var settings: CountingSettings? {
    guard isOn else { return nil }
    guard let fingerprints, let key else { return memory.settings() }
    return memory.settings(fingerprints: FingerprintSettings(path: fingerprints, keyPath: key))
  }
}

/// The options for memory, and for the directory to spill to.
struct MemoryOptions: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "Memory for different passwords, such as 512MiB or 4GiB; the rest is spilled to a temporary file "
        + "(default: 64MiB). In a scan also for signatures (default: 1GiB); if they need more, the scan "
        + "drops the finest facts and says so.", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    name: .customLong("temporary"),
    help: ArgumentHelp(
      "Directory for the temporary files, which are encrypted (default: $TMPDIR, or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  /// The options that were given.
  var given: [String] {
    [memory.map { _ in "--memory" }, directory.map { _ in "--temporary" }].compactMap(\.self)
  }

  func validate() throws { try accept(try settings().validate()) }

  /// The options as settings, with the meaning of repetition and the files of fingerprints.
  func settings(
    weights: Weights? = nil, confidence: Confidence = .usual,
    fingerprints: FingerprintSettings? = nil
  ) -> CountingSettings {
    CountingSettings(
      memory: memory, directory: temporaryDirectory(unless: directory), weights: weights,
      confidence: confidence, fingerprints: fingerprints)
  }
}
