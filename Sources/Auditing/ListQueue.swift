import Intake
import Workers

/// The lists of a run for several readers, and the accounts of the lists in their order.
///
///     while let turn = queue.next() {
///       let (summary, desk) = lists.read(turn.number, …)
///       queue.end(turn, summary, desk)
///     }
///     queue.finish()  // [ListSummary], as if one reader had read all
///
/// A thousand lists at a time are taken largest first, so that no reader begins a large one when the
/// others are about to end. Lists that may take much memory wait until no other of them is read.
final class ListQueue: Sendable {
  /// A list that a reader has taken.
  struct Turn: Sendable {
    /// The number of the list, from 0.
    let number: Int
    /// Whether others may be read at the same time that are so too.
    let isBesideOthers: Bool
  }

  /// Lists that are taken in the order of their sizes.
  static let sortedLists = 1000
  /// Lists that are taken before one that has not ended, at most: their accounts wait for it.
  static let mostAhead = 2 * sortedLists

  private let inputs: [ListInput]
  /// Readers at most, the first among them.
  let mostReaders: Int
  private let board: Locked<Board>

  private struct Board {
    /// The numbers of the lists in the order in which they are taken.
    let order: [Int]
    /// Lists taken from it.
    var taken = 0
    /// Lists that wait for another one that may take much memory.
    var apart: [Int] = []
    /// Whether such a list is being read.
    var isApartRead = false
    /// Readers at work.
    var readers = 1
    /// Lists that have ended, by number, whose accounts wait for those of lists before them.
    var ended: [Int: (summary: ListSummary, desk: LayoutDesk)] = [:]
    /// Lists whose accounts have been added up, the first ones.
    var settled = 0
    var accounts = ListAccounts()

    /// The next list in order, unless it is too far ahead of one that has not ended.
    ///
    /// The last reader waits for nobody.
    var next: Int? {
      guard taken < order.count else { return nil }
      return readers == 1 || taken - settled < ListQueue.mostAhead ? order[taken] : nil
    }
  }

  /// Queues lists up for one reader.
  ///
  /// - Parameters:
  ///   - inputs: The lists, in order.
  ///   - mostReaders: Readers at most, the first among them.
  init(_ inputs: [ListInput], mostReaders: Int) {
    self.inputs = inputs
    self.mostReaders = mostReaders
    let order = stride(from: 0, to: inputs.count, by: Self.sortedLists).flatMap { start in
      (start..<min(start + Self.sortedLists, inputs.count)).sorted {
        (inputs[$1].byteCount ?? 0, $0) < (inputs[$0].byteCount ?? 0, $1)
      }
    }
    board = Locked(Board(order: order))
  }

  /// Lets another reader begin, if there is a list for it; then it must call ``next()``.
  func admitReader() -> Bool {
    board.withLock { board in
      guard board.readers < mostReaders, board.next != nil else { return false }
      board.readers += 1
      return true
    }
  }

  /// Takes a list; nil where none is left for this reader, which has ended then.
  func next() -> Turn? {
    while let claim = claim() {
      if claim.isApart { return Turn(number: claim.number, isBesideOthers: false) }
      if inputs[claim.number].isReadBesideOthers {
        return Turn(number: claim.number, isBesideOthers: true)
      }
      let mayBegin = board.withLock { board in
        if board.isApartRead { board.apart.append(claim.number) }
        defer { board.isApartRead = true }
        return !board.isApartRead
      }
      if mayBegin { return Turn(number: claim.number, isBesideOthers: false) }
    }
    return nil
  }

  /// The number of a list that nobody else reads, and whether it is known to be read apart.
  private func claim() -> (number: Int, isApart: Bool)? {
    board.withLock { board in
      if !board.isApartRead, !board.apart.isEmpty {
        board.isApartRead = true
        return (board.apart.removeFirst(), true)
      }
      guard let number = board.next else {
        board.readers -= 1
        return nil
      }
      board.taken += 1
      return (number, false)
    }
  }

  /// Takes the account of a list that was read; its chunks may still be on their way.
  func end(_ turn: Turn, _ summary: ListSummary, _ desk: LayoutDesk) {
    board.withLock { board in
      if !turn.isBesideOthers { board.isApartRead = false }
      board.ended[turn.number] = (summary, desk)
      while let list = board.ended[board.settled], list.desk.isSettled {
        board.accounts.add(list.desk.settled(list.summary))
        board.ended[board.settled] = nil
        board.settled += 1
      }
    }
  }

  /// The accounts of all lists in order; once, when all that was read is dealt with.
  func finish() -> [ListSummary] {
    board.withLock { board in
      for number in board.settled..<inputs.count {
        guard let list = board.ended[number] else { preconditionFailure("a list was left out") }
        board.accounts.add(list.desk.settled(list.summary))
      }
      board.ended = [:]
      return board.accounts.finish()
    }
  }
}
