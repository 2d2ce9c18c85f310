@_spi(House) package import Passwords

/// Everything that is known after a list was read: the tally and what stands beside it.
///
/// A report is made from this and from policies; the lists are not needed again. Recordings of
/// different lists add up like their tallies do.
///
///     var whole = Recording(tally: Tally(recipe: recipe))
///     try whole.merge(recording)
package struct Recording: Sendable, Equatable {
  /// Signatures with their counts, lines, and hits by rank.
  package var tally: Tally
  /// How often each distinct password occurs, where that was counted.
  package var spectrum: Spectrum?
  /// Whether some occurrences in the spectrum were too many to be counted.
  package var hasClampedOccurrences = false
  /// What there is beside the tally: fingerprints of its distinct passwords; nil without any.
  package var fingerprints: FingerprintSeal?
  /// The directories that were named, in order; their lists are among ``inputs``.
  package var directories: [RecordedDirectory] = []
  /// The lists that were read, in order.
  package var inputs: [RecordedInput] = []
  /// Of each blocklist in the recipe's sources, what reports say besides; in the same order.
  package var lists: [RecordedList] = []
  /// What could be read in several ways, and how it was.
  package var readings: [String: String] = [:]
  /// The versions of the program that read the lists, ascending.
  package var versions: [String] = []
  /// Whether all lists were read to their ends.
  package var isComplete = true
  /// Whether some list named users, so that what passwords have to do with them is known.
  package var namesUsers = false
  /// How far the reading had come, of a checkpoint; nil of a recording that is done.
  package var progress: RecordedProgress?
  /// Lines that a fault or a stop cut off.
  package var cutLines: UInt64 = 0
  /// Lines that were too long to be held, besides those of the tally.
  package var skippedLines: UInt64 = 0

  /// Begins with a tally.
  package init(tally: Tally) { self.tally = tally }

  /// What the signatures are packed by.
  package var recipe: Recipe { tally.recipe }

  /// Passwords audited, each as often as it occurs.
  package var entries: UInt64 { tally.lines.entries }

  /// The recording that a coarser recipe would have made.
  ///
  /// - Parameter coarsening: Of this recording's recipe.
  /// - Returns: What a run for that recipe's facts alone would have recorded.
  /// - Complexity: O(signatures + groups).
  package func coarsened(by coarsening: Coarsening) -> Recording {
    precondition(coarsening.fine == recipe, "a coarsening of another recipe")
    var recording = self
    recording.tally = tally.coarsened(by: coarsening)
    recording.spectrum = spectrum?.coarsened(by: coarsening)
    let count = recipe.sources.lists.count
    recording.lists = coarsening.lists.filter { $0 < min(count, lists.count) }.map { lists[$0] }
    return recording
  }
}

extension Tally {
  /// The tally that a coarser recipe would have made of the same lines.
  package func coarsened(by coarsening: Coarsening) -> Tally {
    var tally = Tally(recipe: coarsening.coarse)
    tally.lines = lines
    if !coarsening.coarse.demand.score { tally.lines.scoredInPart = 0 }
    tally.hits = coarsening.hits(of: hits)
    tally.shapes = shapes
    forEach { tally.record(coarsening.signature(of: $0), times: $1) }
    return tally
  }
}

extension Spectrum {
  /// The spectrum that a coarser recipe would have made of the same passwords.
  package func coarsened(by coarsening: Coarsening) -> Spectrum {
    var spectrum = Spectrum(recipe: coarsening.coarse)
    for (group, count) in passwords {
      spectrum.record(
        coarsening.signature(of: group.signature), occurrences: group.occurrences,
        passwords: count)
    }
    return spectrum
  }
}
