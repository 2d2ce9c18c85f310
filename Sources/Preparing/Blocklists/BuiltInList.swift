package import Blocklists
import Dispatch
package import Passwords
import Workers

/// The list built into the program.
///
/// To make it, that is to write out all its values, hash and index them (the index alone is the
/// millisecond of ``BlocklistSet``), takes a third of the time of a short audit, and so does parsing
/// the arguments: a front end can have both done at once.
///
///     BuiltInList.makeAhead()
///     let settings = …                                      // meanwhile
///     let builder = BuiltInList.make(.exact, name: "built-in")
package enum BuiltInList {
  /// The list that is being made ahead; nil if there is none, or if it was taken.
  private static let ahead = Locked<DispatchGroup?>(nil)
  private static let made = Locked<BlocklistBuilder?>(nil)

  /// Makes the list for exact comparison on another thread, for the next ``make(_:name:)`` to take.
  ///
  /// Dispatch must be able to start a thread.
  package static func makeAhead() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      var builder = BlocklistBuilder.builtIn()
      builder.makeIndex()
      made.withLock { $0 = builder }
    }
    ahead.withLock { $0 = group }
  }

  /// Makes the list, or takes the one that was made ahead.
  package static func make(_ comparison: ListComparison, name: String) -> BlocklistBuilder {
    if comparison == .exact, let group = ahead.withLock({ $0.take() }) {
      group.wait()
      if let builder = made.withLock({ $0.take() }), builder.name == name { return builder }
    }
    return BlocklistBuilder.builtIn(comparison: comparison, name: name)
  }
}
