import ArgumentParser
import Jobs

/// The options to record distinct passwords; the report states the meaning of repetition.
struct ScanDistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: "Also record how often each distinct password occurs, for report --distinct.")
  var isOn = false

  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .customLong("fingerprints"),
    help: ArgumentHelp(
      "Also write a keyed fingerprint of each distinct password, so that 'audit merge' can add distinct "
        + "passwords up. Anyone who has them and the key can test guesses.",
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
    if let fingerprints, fingerprints == "-" || key == "-" || fingerprints == key {
      throw ValidationError("--fingerprints and --fingerprint-key take two files.")
    }
  }

  /// The options as settings; nil if distinct passwords are not recorded.
  var settings: CountingSettings? {
    guard isOn else { return nil }
    var settings = memory.settings
    if let fingerprints, let key {
      settings.fingerprints = FingerprintSettings(path: fingerprints, keyPath: key)
    }
    return settings
  }
}
