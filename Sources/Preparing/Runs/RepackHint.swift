package import Auditing
package import Diagnostics
import Intake

/// Most lanes of a long run stood idle, since one gzip member is inflated by one core alone.
package struct RepackHint: Diagnosable {
  /// A run that took no longer is not worth a hint.
  static let shortestRun = Duration.seconds(10)

  private let list: String
  private let word: String
  private let use: LaneUse

  /// Looks at a run that is over.
  ///
  /// Nil for a short run, for lanes that had work for half of it, and where something else than one
  /// gzip member took the time: many lists, another container, or a slow disk.
  ///
  /// - Parameters:
  ///   - use: How busy its lanes were.
  ///   - word: Quotes a file name for a shell.
  package init?(_ use: LaneUse, word: (String) -> String) {
    guard use.elapsed > Self.shortestRun, use.idleShare > 0.5, let longest = use.longest,
      longest.elapsed * 2 > use.elapsed, longest.work * 5 > longest.elapsed * 4,
      longest.container == .gzip, longest.members <= 1
    else { return nil }
    list = longest.name
    self.word = longest.name.hasSuffix(".gz") ? word(longest.name) : "LIST"
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
