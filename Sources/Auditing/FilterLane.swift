import Blocklists
import Intake
import PasswordStrength
package import Passwords

/// One worker's bench of a ``ListFilter``.
final class FilterLane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  private let profiler: Profiler
  private let blocklists: BlocklistSet
  private let scorer: ScorerBench?
  private var sieve: RememberingSieve
  private var batch = LineBatch()

  init(_ filter: ListFilter) {
    profiler = Profiler(filter.sieve.recipe)
    blocklists = filter.blocklists
    scorer = filter.sieve.recipe.demand.score ? ScorerBench(filter.strength) : nil
    sieve = RememberingSieve(filter.sieve)
  }

  /// The lines of a chunk that are let through, each as it was read, and how many there are.
  func filter(_ chunk: Chunk) -> FilteredLines {
    var result = FilteredLines()
    let recipe = profiler.recipe
    chunk.withPaddedText { text, end in
      let bytes = Span<UInt8>(_bytes: text)
      var cursor = 0
      // What is to be copied next: neighbours that are let through are copied at once.
      var run = 0..<0
      while cursor < end {
        batch.removeAll()
        profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &result.lines)
        blocklists.mark(&batch, in: text, recipe: recipe)
        if let scorer { _ = scorer.scorer.score(&batch, in: text, recipe: recipe) }
        for index in 0..<batch.count where sieve.passes(batch[signature: index]) {
          result.keptCount &+= 1
          let line = batch.line(index)
          let start = Int(line.start)
          var stop = start &+ Int(line.byteCount)
          if bytes[stop] == 13 { stop &+= 1 }
          if start != run.upperBound {
            result.text.append(bytes.extracting(run))
            run = start..<stop &+ 1
          } else {
            run = run.lowerBound..<stop &+ 1
          }
        }
      }
      result.text.append(bytes.extracting(run))
    }
    return result
  }
}

/// What a filter lets through of some lines.
package struct FilteredLines: Sendable {
  /// The lines let through, each with its line end.
  package var text: [UInt8] = []
  /// How many they are.
  package var keptCount: UInt64 = 0
  /// What became of all lines.
  package var lines = LineCounts()
}

extension [UInt8] {
  /// Appends a copy of some bytes.
  fileprivate mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: the buffer is read while the span that it comes from lives.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
