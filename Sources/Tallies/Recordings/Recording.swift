@_spi(House) package import Passwords

/// The result of reading lists: the tally and the facts beside it.
///
/// Reports need only a recording and policies, not the lists. Recordings of different lists add up
/// like their tallies.
///
///     var whole = Recording(tally: Tally(recipe: recipe))
///     try whole.merge(recording)
package struct Recording: Sendable, Equatable {
  /// Signatures with their counts, lines, and hits by rank.
  package var tally: Tally
  /// The spectrum of the distinct passwords, if counted.
  package var spectrum: Spectrum?
  /// Whether some occurrences in the spectrum were clamped to the largest number.
  package var hasClampedOccurrences = false
  /// The statement about the file of fingerprints of the distinct passwords; nil if there is none.
  package var fingerprints: FingerprintSeal?
  /// The directories that the user named, in order; ``inputs`` contains their lists.
  package var directories: [RecordedDirectory] = []
  /// The lists that were read, in order.
  package var inputs: [RecordedInput] = []
  /// Facts for reports about each blocklist in the recipe's sources, in the same order.
  package var lists: [RecordedList] = []
  /// The settings that have several readings, each with the reading used.
  package var readings: [String: String] = [:]
  /// The versions of the program that read the lists, in ascending order.
  package var versions: [String] = []
  /// Whether all lists were read to their ends.
  package var isComplete = true
  /// Whether a list named users, so that the relations of passwords to users' names are known.
  package var namesUsers = false
  /// The position of a checkpoint; nil for a finished recording.
  package var progress: RecordedProgress?

  /// Makes the recording of a tally.
  package init(tally: Tally) { self.tally = tally }

  /// The recipe of the signatures.
  package var recipe: Recipe { tally.recipe }

  /// The number of audited passwords, repetitions included.
  package var entries: UInt64 { tally.lines.entries }

  /// The recording that a coarser recipe would have produced.
  ///
  /// - Parameter coarsening: Converts signatures from this recording's recipe.
  /// - Returns: The recording of a run with that recipe.
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
  /// The tally that a coarser recipe would have produced from the same lines.
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
  /// The spectrum that a coarser recipe would have produced from the same passwords.
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
