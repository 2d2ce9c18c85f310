import Intake
import Passwords

/// The lists of a run, and how they are read: one after the other, to the end or to the fault or stop
/// that ends it.
struct ListsToRead {
  let inputs: [ListInput]
  let reading: TextReading
  let layout: LayoutRequest
  /// How many threads may unpack at once.
  let lanes: Int
  let stop: StopFlag
  let progress: AuditProgress

  /// Reads every list.
  ///
  /// - Parameters:
  ///   - chunk: The first chunk to fill.
  ///   - take: Takes a filled chunk, and gives one to fill.
  /// - Returns: What gives the account of each list, once all that was taken is dealt with.
  func read(into chunk: Chunk, _ take: (Parcel) -> Chunk) -> () -> [ListSummary] {
    var chunk = chunk
    var rest = reading
    let lists = inputs.map { input in
      var reader = ListReader(
        input, reading: rest, longestLine: Recipe.longestLine,
        keepsTextsApart: !layout.isPlain, lanes: lanes, stop: stop, progress: progress.reading)
      let desk = LayoutDesk(layout, list: input.name)
      while reader.fill(chunk), let parcel = desk.parcel(chunk) { chunk = take(parcel) }
      rest.take(reader.summary.textBytes)
      return (summary: reader.summary, desk: desk)
    }
    return {
      lists.map { list in
        var summary = list.summary
        list.desk.settle(&summary)
        return summary
      }
    }
  }
}
