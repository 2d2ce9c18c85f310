package import Auditing
package import Diagnostics
import Intake

/// Most lanes of a long run were idle, since only one core can inflate one gzip member.
package struct RepackHint: Diagnosable {
  /// The shortest run for which a hint pays.
  package static let shortestRun = Duration.seconds(10)

  private let list: String
  /// The list's name as a word of a shell, or `LIST` for one without a usable name.
  private let word: String
  private let use: LaneUse

  /// Examines a finished run.
  ///
  /// Nil for a short run, for lanes that worked half the time, and if the time was spent on
  /// anything but one gzip member: many lists, another container, or a slow disk.
  ///
  /// - Parameters:
  ///   - use: The use of its lanes.
  ///   - shortestRun: The length that the run must exceed.
  package init?(_ use: LaneUse, longerThan shortestRun: Duration = Self.shortestRun) {
    guard use.elapsed > shortestRun, use.idleShare > 0.5, let longest = use.longest,
      longest.elapsed * 2 > use.elapsed, longest.work * 5 > longest.elapsed * 4,
      longest.container == .gzip, longest.members <= 1
    else { return nil }
    list = longest.name
    self.word = longest.name.hasSuffix(".gz") ? longest.name.shellWord : "LIST"
    self.use = use
  }

  package var location: Location? { Location(file: list) }
  package var severity: Severity { .note }
  package var found: String {
    let percent = Int((use.idleShare * 100).rounded(.down))
    return "\(use.lanes) lanes had nothing to do for \(percent) % of the time; one gzip member is "
      + "inflated by one core alone"
  }
  package var expected: String? { nil }
  package var remedy: String? {
    let stem = word.hasSuffix(".gz") ? String(word.dropLast(3)) : word
    return "Repack it once: 'zcat \(word) | bgzip -@ \(use.lanes) > \(stem).bgz' for all cores, or "
      + "'zcat \(word) | zstd -T0 > \(stem).zst'."
  }
}
