import ArgumentParser
import Diagnostics
import Foundation
import PasswordRules
import Reporting

/// Which policies are asked for.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "A policy file in Apple's Password Rules language; repeat for more.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("max-consecutive"),
    help: "What 'max-consecutive' limits: repeats (the default) or repeats-and-sequences.",
    transform: reading(of:))
  var maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats

  @Flag(
    help: "Read policies as Apple's own parser does, faults and all, with warnings.")
  var lenient = false

  /// Whether any policy is named.
  var isGiven: Bool { !files.isEmpty }

  /// Reads the text of a policy file, as strictly as was asked for.
  func read(_ bytes: [UInt8], file: String) -> PolicyReading {
    PolicyReading(
      policyFile: bytes, file: file, lenient ? .lenient : .strict, maxConsecutive: maxConsecutive)
  }

  /// Reads them all; with none asked for, the default policy.
  ///
  /// - Throws: ``Outcome/impossible`` once every problem of every file has been told.
  func load() throws -> [Policy] {
    guard isGiven else { return DefaultPolicy.policies }
    var policies: [Policy] = []
    var failed = false
    for file in files {
      do {
        let reading = read(
          try PolicyFile.bytes(of: file), file: file == "-" ? "<stdin>" : file)
        for problem in reading.problems { Terminal.tell(problem) }
        failed = failed || reading.hasErrors
        policies += reading.policies
      } catch {
        Terminal.tell(error)
        failed = true
      }
    }
    if failed { throw Outcome.impossible }
    return Self.uniquelyNamed(policies)
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

/// A policy file on disk.
enum PolicyFile {
  // No policy is long; what is, is some other file given by mistake.
  private static let largest = 16_777_216

  /// Its bytes, or those of standard input for `-`.
  static func bytes(of path: String) throws(PolicyFileProblem) -> [UInt8] {
    let bytes: Data?
    do {
      let handle =
        path == "-"
        ? FileHandle.standardInput
        : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      bytes = try handle.read(upToCount: largest + 1)
    } catch {
      throw .unreadable(path, error.localizedDescription)
    }
    guard let bytes, bytes.count > largest else { return Array(bytes ?? Data()) }
    throw .tooLarge(path, limit: largest)
  }
}

/// Why a policy file could not be read.
enum PolicyFileProblem: Diagnosable {
  case unreadable(String, String)
  case tooLarge(String, limit: Int)

  var location: Location? {
    switch self {
    case .unreadable(let path, _), .tooLarge(let path, _): Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .unreadable(_, let reason): "cannot read the policy file: \(reason)"
    case .tooLarge: "the policy file is larger than any policy"
    }
  }

  var expected: String? {
    switch self {
    case .unreadable: nil
    case .tooLarge(_, let limit): "at most \(limit) bytes"
    }
  }

  var remedy: String? {
    switch self {
    case .unreadable: "Check the path given with --rules."
    case .tooLarge: "Give the policy with --rules, and lists without an option."
    }
  }
}

extension Manifest.Policy {
  /// States what a policy was understood as.
  init(_ policy: Policy) {
    let text = policy.alternatives.indices.map { index in
      policy.rules.filter { policy.alternatives.count == 1 || $0.id.hasPrefix("or[\(index)].") }
        .map { $0.text + ";" }.joined(separator: " ")
    }
    self.init(
      name: policy.name, source: policy.location.file, rules: text.joined(separator: " or "))
  }
}
