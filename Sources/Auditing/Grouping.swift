import Dispatch
package import Intake
package import Passwords
import Synchronization
package import Tallies

/// Counts how often each distinct password occurs, exactly, while an audit runs.
///
/// Lanes hand in a fingerprint of every password; equal ones meet in one of 256 shards, which keep to
/// their share of memory and move to a temporary file what it has no room for. The result does not
/// depend on memory, lanes or the seed.
///
///     let grouping = try Grouping(recipe: recipe, limits: limits, directory: "/tmp", stop: stop)
///     let plan = AuditPlan(…, grouping: grouping)
///     let summaries = plan.run { … }
///     let spectrum = try grouping.spectrum(lanes: 2).spectrum
package final class Grouping: Sendable {
  /// What the signatures are packed by.
  package let recipe: Recipe

  private let limits: GroupingLimits
  private let seed: UInt64
  private let stop: StopFlag
  private let file: SpillFile
  private let shards: [Shelf]
  private let numbers = Locked(SignatureNumbers())
  private let problem = Locked<GroupingProblem?>(nil)
  private let hasFailed = Atomic<Bool>(false)

  /// A shard in custody, until it is finished.
  private final class Shelf: Sendable {
    let shard: Locked<GroupingShard?>

    init(_ limits: GroupingLimits) throws(GroupingProblem) {
      let shard = try GroupingShard(prefixBits: limits.shardBits, byteLimit: limits.tableBytes)
      self.shard = Locked(shard)
    }
  }

  /// Makes the temporary file, so that a bad place is told before the long run.
  ///
  /// - Parameters:
  ///   - recipe: What signatures are packed by.
  ///   - limits: How much memory may be taken.
  ///   - directory: Where the temporary file is made.
  ///   - stop: Raised when the file takes no more.
  ///   - seed: Keys the fingerprints: another one every run, so that nobody can prepare a list of
  ///     passwords that look equal.
  /// - Throws: ``GroupingProblem/cannotOpen(directory:code:)``,
  ///   ``GroupingProblem/noMemory(byteCount:)``.
  package init(
    recipe: Recipe, limits: GroupingLimits, directory: String, stop: StopFlag,
    seed: UInt64 = .random(in: .min ... .max)
  ) throws(GroupingProblem) {
    self.recipe = recipe
    self.limits = limits
    self.seed = seed
    self.stop = stop
    file = try SpillFile(in: directory)
    shards = try (0..<1 << limits.shardBits).map { _ throws(GroupingProblem) in try Shelf(limits) }
  }

  /// Bytes written to the temporary file.
  package var spilledByteCount: UInt64 { file.byteCount }

  /// What a lane hands in with.
  func makeBench() -> GroupingBench { GroupingBench(limits, seed: seed) }

  /// The number of a signature.
  func number(of signature: Signature) -> UInt64 {
    numbers.withLock { $0.number(of: signature) }
  }

  /// Takes sightings of one shard; after a problem they are dropped.
  func take(_ sightings: Span<Sighting>, shard: Int) {
    if hasFailed.load(ordering: .relaxed) { return }
    do throws(GroupingProblem) {
      try shards[shard].shard.withLock { shard throws(GroupingProblem) in
        try shard?.add(sightings, spillingTo: file)
      }
    } catch {
      fail(error)
      stop.raise()
    }
  }

  private func fail(_ error: GroupingProblem) {
    problem.withLock { $0 = $0 ?? error }
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Adds up what the lanes handed in; once, when all of them are done.
  ///
  /// - Parameter lanes: How many add up at the same time.
  /// - Returns: The spectrum, and whether some occurrences passed 2⁶⁴ − 1 and are held there.
  /// - Throws: ``GroupingProblem``, the first that came up since the run began. One of memory comes up
  ///   here alone, so that all else that the run counted is whole; the shards' memory is free then.
  package func spectrum(
    lanes: Int
  ) throws(GroupingProblem) -> (spectrum: Spectrum, isClamped: Bool) {
    let result = Locked((spectrum: Spectrum(recipe: recipe), isClamped: false))
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: lanes) { _ in
      do throws(GroupingProblem) {
        var counts = try GroupCounts()
        while !hasFailed.load(ordering: .relaxed) {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < shards.count else { break }
          guard let shard = shards[index].shard.withLock({ $0.take() }) else { continue }
          try shard.finish(into: &counts, from: file, byteLimit: limits.windowBytes)
        }
        if hasFailed.load(ordering: .relaxed) { return }
        try result.withLock { result throws(GroupingProblem) in
          result.isClamped = result.isClamped || counts.isClamped
          try numbers.withLock { numbers throws(GroupingProblem) in
            try counts.add(to: &result.spectrum, signatures: numbers)
          }
        }
      } catch {
        fail(error)
      }
    }
    if let problem = problem.withLock(\.self) {
      for shelf in shards { shelf.shard.withLock { $0 = nil } }
      throw problem
    }
    return result.withLock { ($0.spectrum, $0.isClamped) }
  }
}
