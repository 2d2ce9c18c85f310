package import Intake
import Workers

/// Hands lists out to several readers and adds up their accounts in the order of the lists.
///
///     while let turn = queue.next() {
///       let (summary, desk) = lists.read(turn.number, …)
///       queue.end(turn, summary, desk)
///     }
///     queue.finish()  // [ListSummary], as if one reader had read all
///
/// A single reader gets the lists in order. For several, a thousand lists at a time are sorted,
/// largest first, so that none starts a large list when the others are almost done, and lists that
/// may need much memory are read one at a time.
package final class ListQueue: Sendable {
  /// A list that one reader has taken.
  package struct Turn: Sendable {
    /// The number of the list, from 0.
    package let number: Int
    /// Whether the list may be read at the same time as other such lists.
    package let isBesideOthers: Bool
  }

  /// The number of lists that are sorted by size at a time.
  static let sortedLists = 1000
  /// The most lists taken while an earlier one is being read; their accounts must wait for it.
  package static let mostAhead = 2 * sortedLists

  private let inputs: [ListInput]
  /// The most readers, including the first.
  let mostReaders: Int
  private let book: Locked<Book>

  private struct Book {
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
    /// Accounts of lists, by number, that wait for the accounts of earlier lists.
    var ended: [Int: (summary: ListSummary, desk: LayoutDesk)] = [:]
    /// The number of leading lists whose accounts are added up.
    var settled = 0
    var accounts = ListAccounts()

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
    book = Locked(Book(order: order))
  }

  /// Admits another reader if a list is left for it; the reader must then call ``next()``.
  package func admitReader() -> Bool {
    book.withLock { book in
      guard book.readers < mostReaders, book.next(of: book.readers + 1) != nil else {
        return false
      }
      book.readers += 1
      return true
    }
  }

  /// Takes a list.
  ///
  /// Nil if none is left for this reader, which then counts as finished.
  package func next() -> Turn? {
    while let claim = claim() {
      if claim.isApart { return Turn(number: claim.number, isBesideOthers: false) }
      if mostReaders == 1 { return Turn(number: claim.number, isBesideOthers: false) }
      if inputs[claim.number].isReadBesideOthers {
        return Turn(number: claim.number, isBesideOthers: true)
      }
      let mayBegin = book.withLock { book in
        if book.isApartRead { book.apart.append(claim.number) }
        defer { book.isApartRead = true }
        return !book.isApartRead
      }
      if mayBegin { return Turn(number: claim.number, isBesideOthers: false) }
    }
    return nil
  }

  /// Claims a list for one reader; returns its number, and whether it is known to be memory-heavy.
  private func claim() -> (number: Int, isApart: Bool)? {
    book.withLock { book in
      if !book.isApartRead, !book.apart.isEmpty {
        book.isApartRead = true
        return (book.apart.removeFirst(), true)
      }
      guard let number = book.next(of: book.readers) else {
        book.readers -= 1
        return nil
      }
      book.taken += 1
      return (number, false)
    }
  }

  /// Takes the account of a list that was read; its chunks may still be in work.
  package func end(_ turn: Turn, _ summary: ListSummary, _ desk: LayoutDesk) {
    book.withLock { book in
      if !turn.isBesideOthers { book.isApartRead = false }
      book.ended[turn.number] = (summary, desk)
      while let list = book.ended[book.settled], list.desk.isSettled {
        book.accounts.add(list.desk.settled(list.summary))
        book.ended[book.settled] = nil
        book.settled += 1
      }
    }
  }

  /// Returns the accounts of all lists in order; call it once, when all chunks are audited.
  package func finish() -> [ListSummary] {
    book.withLock { book in
      for number in book.settled..<inputs.count {
        guard let list = book.ended[number] else { preconditionFailure("a list was left out") }
        book.accounts.add(list.desk.settled(list.summary))
      }
      book.ended = [:]
      return book.accounts.finish()
    }
  }
}
