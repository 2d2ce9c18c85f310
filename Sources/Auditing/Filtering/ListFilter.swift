package import Blocklists
package import Intake
package import Packing
import Passwords
import Workers

/// Reduces lists to the lines that pass a ``Sieve``, in order, on all lanes.
///
///     let filter = ListFilter(inputs: inputs, sieve: sieve, blocklists: lists, …)
///     let summaries = filter.run { lines in write(lines.text) }
package struct ListFilter: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The rules that decide which lines pass.
  package let sieve: Sieve
  /// Whether to output passwords instead of whole lines.
  package let takesPasswords: Bool
  /// Whether lines get keys, which identify lines with the same password.
  package let makesKeys: Bool
  /// A secret random seed for the keys, so that an attacker cannot construct collisions.
  let seed = UInt64.random(in: .min ... .max)
  /// The criteria that judge the passwords.
  package let criteria: Criteria

  /// Makes a filter.
  package init(
    inputs: [ListInput], reading: TextReading = TextReading(), layout: LayoutRequest = .plain,
    sieve: Sieve, blocklists: BlocklistSet, strength: StrengthReading, lanes: Int, stop: StopFlag,
    takesPasswords: Bool = false, makesKeys: Bool = false
  ) {
    lists = ListsToRead(
      inputs: inputs, reading: reading, layout: layout, lanes: lanes, stop: stop)
    self.sieve = sieve
    self.takesPasswords = takesPasswords
    self.makesKeys = makesKeys
    criteria = Criteria(recipe: sieve.recipe, blocklists: blocklists, strength: strength)
  }

  /// Reads every list until it ends, fails or is stopped.
  ///
  /// Memory is (2 × lanes + 1) chunks and their output, for lists of any size.
  ///
  /// - Parameters:
  ///   - packer: Packs the output; nil if it is not packed.
  ///   - deliver: Receives the output, in the order of the lists; called by one lane at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    packingBy packer: Packer? = nil, deliver: @escaping @Sendable (FilteredLines) -> Void
  ) -> [ListSummary] {
    let (start, time) = (ContinuousClock.now, WorkingTime())
    let free = Locked<[Chunk]>([])
    let lanes = OrderedLanes(
      lists.workers, make: { FilterLane(self) },
      deliver: { [progress = lists.progress] (lines: FilteredLines) in
        progress.add(lines.lines.audited)
        deliver(lines)
      },
      work: { (lane: FilterLane, work: Work) in
        time.measured {
          var lines = lane.filter(work.parcel, keepsHeader: work.keepsHeader)
          free.withLock { $0.append(work.parcel.chunk) }
          if let packer { lines.pack(by: packer) }
          return lines
        }
      })
    // Only the header of the first list is kept; the rows of all lists follow it.
    var isFirst = true
    let summaries = time.measured {
      lists.read(into: Chunk()) { parcel in
        // The lane measures its own work.
        time.paused { lanes.take(Work(parcel: parcel, keepsHeader: isFirst)) }
        isFirst = false
        return free.withLock { $0.popLast() } ?? Chunk()
      }
    }
    lanes.finish()
    lists.progress.end(time.sum, lanes: lists.workers.width, of: start.duration(to: .now))
    return summaries()
  }

  /// A chunk and how to filter it.
  private struct Work: Sendable {
    let parcel: Parcel
    let keepsHeader: Bool
  }
}
