/// The memory of grouping, and its division.
///
/// Five eighths are for the shelves of lanes, a quarter for the tables that add them up while they
/// grow, and the rest for dividing shelves that do not fit a table. Signatures and their groups are
/// not included: they are the result, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// Leading bits of fingerprints that choose the shelf.
  package let shardBits: Int
  /// The number of lanes that have shelves of their own.
  package let lanes: Int
  /// The most bytes of a lane's shelves.
  let shelvesBytes: Int
  /// The most bytes of a lane's table.
  let tableBytes: Int
  /// The most bytes of the shelves among which a lane divides one.
  let splitBytes: Int

  /// The default of `--memory`: four times as much saves no processor time.
  package static let defaultMemory = 64 << 20
  /// The least useful memory: with less, a shelf holds a few sightings.
  package static let leastMemory = 16 << 20

  /// Divides memory among lanes.
  ///
  /// With 256 shelves the table of a list of some ten million lines fits a second-level cache, and
  /// shelves are still written tens of kilobytes at a time.
  package init(memory: Int, lanes: Int, shardBits: Int = 8) {
    precondition(memory > 0 && lanes > 0 && (0...16).contains(shardBits))
    self.shardBits = shardBits
    self.lanes = lanes
    shelvesBytes = memory / 8 * 5 / lanes
    // A table that grows needs half as much again.
    tableBytes = memory / 6 / lanes
    splitBytes = memory / 8 / lanes
  }
}
