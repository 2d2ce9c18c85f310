import Intake
import Passwords
import Workers

/// The lists of a run, and how they are read: one after the other, to the end or to the fault or stop
/// that ends it.
struct ListsToRead {
  let inputs: [ListInput]
  let reading: TextReading
  let layout: LayoutRequest
  /// Who may unpack beside the reader.
  let workers: WorkerPool
  let stop: StopFlag
  let progress: AuditProgress

  /// Lists that wait for their chunks to be accounted for, before it is looked who need not.
  private static let mostWaiting = 64

  /// Reads every list.
  ///
  /// - Parameters:
  ///   - chunk: The first chunk to fill.
  ///   - take: Takes a filled chunk, and gives one to fill.
  ///   - listEnded: Takes the number of each list after its last chunk.
  /// - Returns: What gives the account of each list, once all that was taken is dealt with.
  func read(
    into chunk: Chunk, _ take: (Parcel) -> Chunk, listEnded: (Int) -> Void = { _ in }
  ) -> () -> [ListSummary] {
    var chunk = chunk
    var rest = reading
    var accounts = ListAccounts()
    // Lists of which chunks may be on their way still.
    var waiting: [(summary: ListSummary, desk: LayoutDesk)] = []
    for (number, input) in inputs.enumerated() {
      var reader = ListReader(
        input, reading: rest, longestLine: Recipe.longestLine,
        keepsTextsApart: !layout.isPlain, workers: workers, stop: stop, progress: progress.reading)
      let desk = LayoutDesk(layout, list: input.name)
      while reader.fill(chunk), let parcel = desk.parcel(chunk) { chunk = take(parcel) }
      listEnded(number)
      rest.take(reader.summary.textBytes)
      waiting.append((reader.summary, desk))
      let settled =
        waiting.count < Self.mostWaiting ? 0 : waiting.prefix(while: \.desk.isSettled).count
      for list in waiting[..<settled] { accounts.add(list.desk.settled(list.summary)) }
      waiting.removeFirst(settled)
    }
    return {
      for list in waiting { accounts.add(list.desk.settled(list.summary)) }
      return accounts.finish()
    }
  }
}
