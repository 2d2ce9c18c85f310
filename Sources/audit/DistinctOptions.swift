import ArgumentParser
import Auditing
import Diagnostics
import Findings
import Foundation
import Intake
import Passwords
import Tallies

/// Whether distinct passwords are counted.
struct DistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: """
      Also count distinct passwords: every histogram again, each password once, and what it takes \
      to guess them, in empirical.csv, curve.csv and spectrum.csv.
      """)
  var isOn = false

  @OptionGroup var counting: CountingOptions

  func validate() throws {
    if !isOn, let option = counting.given.first {
      throw ValidationError("\(option) says how --distinct works; give that too.")
    }
  }

  /// What counts them during a run, with its temporary file; nil where nobody asked.
  func grouping(
    recipe: Recipe, lanes: Int, stop: StopFlag
  ) throws(GroupingProblem) -> Grouping? {
    isOn ? try counting.grouping(recipe: recipe, lanes: lanes, stop: stop) : nil
  }

  /// What was counted, after the run; nil where nobody asked, or where memory was too short to add it
  /// up, which is told: the rest of the report does not suffer from that.
  func spectrum(of grouping: Grouping?, lanes: Int) throws(GroupingProblem) -> Spectrum? {
    guard let grouping else { return nil }
    do throws(GroupingProblem) {
      return try counting.spectrum(of: grouping, lanes: lanes)
    } catch {
      guard case .noMemory = error else { throw error }
      Terminal.tell(error)
      return nil
    }
  }

  /// How repetition was read, for the manifest; nil where it was not looked at.
  var reading: String? { isOn ? counting.reading : nil }
}

/// With what distinct passwords are counted, and what it means that one occurs again.
struct CountingOptions: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "Memory for distinct passwords, such as 512MiB or 4GiB; what it has no room for goes to a "
        + "temporary file (default: 1GiB).", valueName: "size"),
    transform: byteCount(in:))
  var memory: Int?

  @Option(
    name: .customLong("temporary"),
    help: ArgumentHelp(
      "Directory for the temporary file, which holds no password (default: $TMPDIR, or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Option(
    name: .customLong("weights"),
    help: ArgumentHelp(
      "What it means that a password occurs again: accounts (another user has it), lists (another "
        + "list holds it), or none (nothing, or nobody knows; the default)."))
  var chosenWeights: Weights?

  /// What repetition means; unless somebody who knows the list says so, nothing.
  ///
  /// Most lists do not say where they come from, and numbers about users that are numbers about
  /// lists would look just as good.
  var weights: Weights { chosenWeights ?? .none }

  /// The options that were given.
  var given: [String] {
    let options: [String?] = [
      memory.map { _ in "--memory" }, directory.map { _ in "--temporary" },
      chosenWeights.map { _ in "--weights" },
    ]
    return options.compactMap(\.self)
  }

  func validate() throws {
    if let memory, memory < GroupingLimits.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// What counts them during a run, with its temporary file.
  func grouping(
    recipe: Recipe, lanes: Int, stop: StopFlag
  ) throws(GroupingProblem) -> Grouping {
    let limits = GroupingLimits(memory: memory ?? GroupingLimits.defaultMemory, lanes: lanes)
    let chosen = [directory, ProcessInfo.processInfo.environment["TMPDIR"]]
    return try Grouping(
      recipe: recipe, limits: limits,
      directory: chosen.compactMap(\.self).first { !$0.isEmpty } ?? "/tmp", stop: stop)
  }

  /// What was counted, after the run.
  func spectrum(of grouping: Grouping, lanes: Int) throws(GroupingProblem) -> Spectrum {
    let (spectrum, isClamped) = try grouping.spectrum(lanes: lanes)
    if isClamped { Terminal.tell(OccurrencesClamped()) }
    return spectrum
  }

  /// How repetition was read, for the manifest.
  var reading: String {
    switch weights {
    case .accounts: "accounts: a password that occurs again is that of another account"
    case .lists: "lists: a password that occurs again is on another list; no account is counted"
    case .none: "none: that a password occurs again has no known meaning; no account is counted"
    }
  }
}

extension Weights: ExpressibleByArgument {}

/// A password whose weights pass what can be counted.
private struct OccurrencesClamped: Diagnosable {
  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String { "a password occurs more than \(UInt64.max) times by its weights" }
  var expected: String? { nil }
  var remedy: String? { "It is counted as often as that; check the list's column of counts." }
}

/// `1073741824`, `512MiB`, `4G`: a number of bytes, its unit in powers of 1024.
private func byteCount(in text: String) throws -> Int {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["": 0, "k": 10, "m": 20, "g": 30, "t": 40]
  var unit = text.dropFirst(digits.count).lowercased()
  if unit.count == 3, unit.hasSuffix("ib") { unit.removeLast(2) }
  guard let number = Int(digits), let shift = units[unit],
    case let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift), !isTooLarge
  else { throw ValidationError("Expected a size such as 512MiB, 4GiB or 8G, not '\(text)'.") }
  return bytes
}
