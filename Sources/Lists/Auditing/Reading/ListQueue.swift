package import Intake
import Workers

/// Hands lists out to several readers and adds up their summaries in the order of the lists.
///
///     while let claimed = queue.next() {
///       let (summary, detector) = lists.read(claimed.number, …)
///       queue.end(claimed, summary, detector)
///     }
///     queue.finish()  // [ListSummary], as if one reader had read all
///
/// A single reader gets the lists in order. For several, a thousand lists at a time are sorted,
/// largest first, so that none starts a large list when the others are almost done, and lists that
/// may need much memory are read one at a time.
package final class ListQueue: Sendable {
  /// A list that one reader has taken.
  package struct ClaimedList: Sendable {
    /// The number of the list, from 0.
    package let number: Int
    /// Whether the list may be read at the same time as other such lists.
    package let isBesideOthers: Bool
  }

  /// The number of lists that are sorted by size at a time.
  static let sortedLists = 1000
  /// The most lists taken while an earlier one is being read; their summaries must wait for it.
  package static let mostAhead = 2 * sortedLists

  private let inputs: [ListInput]
  /// The most readers, including the first.
  let mostReaders: Int
  private let state: Locked<State>

  private struct State {
    /// The numbers of the lists in reading order.
    let order: [Int]
    /// The number of lists taken from the order.
    var taken = 0
    /// Memory-heavy lists that wait until another memory-heavy list is read.
    var apart: [Int] = []
    /// Whether a memory-heavy list is being read.
    var isApartRead = false
    /// The number of readers at work.
    var readers = 1
    /// Summaries of lists, by number, that wait for the summaries of earlier lists.
    var ended: [Int: (summary: ListSummary, detector: LayoutDetector)] = [:]
    /// The number of leading lists whose summaries are added up.
    var settled = 0
    var summaries = ListSummaries()

    /// The next list in order, for one of several readers.
    ///
    /// Nil if none is left, or if the next one is too far ahead of a list still being read.
    ///
    /// A single reader never waits.
    func next(of readers: Int) -> Int? {
      guard taken < order.count else { return nil }
      return readers == 1 || taken - settled < ListQueue.mostAhead ? order[taken] : nil
    }
  }

  /// Queues the lists, with one reader.
  ///
  /// - Parameters:
  ///   - inputs: The lists, in order.
  ///   - mostReaders: The most readers, including the first.
  package init(_ inputs: [ListInput], mostReaders: Int) {
    self.inputs = inputs
    self.mostReaders = mostReaders
    let order =
      mostReaders == 1
      ? Array(inputs.indices)
      : stride(from: 0, to: inputs.count, by: Self.sortedLists).flatMap { start in
        (start..<min(start + Self.sortedLists, inputs.count)).sorted {
          (inputs[$1].byteCount ?? 0, $0) < (inputs[$0].byteCount ?? 0, $1)
        }
      }
    state = Locked(State(order: order))
  }

  /// Admits another reader if a list is left for it; the reader must then call ``next()``.
  package func admitReader() -> Bool {
    state.withLock { state in
      guard state.readers < mostReaders, state.next(of: state.readers + 1) != nil else {
        return false
      }
      state.readers += 1
      return true
    }
  }

  /// Takes a list.
  ///
  /// Nil if none is left for this reader, which then counts as finished.
  package func next() -> ClaimedList? {
    while let claim = claim() {
      if claim.isApart { return ClaimedList(number: claim.number, isBesideOthers: false) }
      if mostReaders == 1 { return ClaimedList(number: claim.number, isBesideOthers: false) }
      if inputs[claim.number].isReadBesideOthers {
        return ClaimedList(number: claim.number, isBesideOthers: true)
      }
      let mayBegin = state.withLock { state in
        if state.isApartRead { state.apart.append(claim.number) }
        defer { state.isApartRead = true }
        return !state.isApartRead
      }
      if mayBegin { return ClaimedList(number: claim.number, isBesideOthers: false) }
    }
    return nil
  }

  /// Claims a list for one reader; returns its number, and whether it is known to be memory-heavy.
  private func claim() -> (number: Int, isApart: Bool)? {
    state.withLock { state in
      if !state.isApartRead, !state.apart.isEmpty {
        state.isApartRead = true
        return (state.apart.removeFirst(), true)
      }
      guard let number = state.next(of: state.readers) else {
        state.readers -= 1
        return nil
      }
      state.taken += 1
      return (number, false)
    }
  }

  /// Takes the summary of a list that was read; its chunks may still be in work.
  package func end(_ claimed: ClaimedList, _ summary: ListSummary, _ detector: LayoutDetector) {
    state.withLock { state in
      if !claimed.isBesideOthers { state.isApartRead = false }
      state.ended[claimed.number] = (summary, detector)
      while let list = state.ended[state.settled], list.detector.isSettled {
        state.summaries.add(list.detector.settled(list.summary))
        state.ended[state.settled] = nil
        state.settled += 1
      }
    }
  }

  /// Returns the summaries of all lists in order; call it once, when all chunks are audited.
  package func finish() -> [ListSummary] {
    state.withLock { state in
      for number in state.settled..<inputs.count {
        guard let list = state.ended[number] else { preconditionFailure("a list was left out") }
        state.summaries.add(list.detector.settled(list.summary))
      }
      state.ended = [:]
      return state.summaries.finish()
    }
  }
}
