/// Sightings in order of arrival, in memory that grows up to a limit.
struct SightingLog: ~Copyable {
  /// The number of sightings.
  private(set) var count = 0

  private var pages: SightingPages
  /// The most places.
  private let placeLimit: Int
  /// Bytes that the system must still have free besides the log.
  private let reserve: Int

  /// Makes an empty log that never takes more than this many bytes, but at least one page.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes.
  ///   - reserve: Bytes that it leaves free whenever it allocates memory.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(byteLimit: Int, reserve: Int) throws(GroupingProblem) {
    pages = try SightingPages(places: SightingTable.firstPlaces, besides: reserve)
    self.reserve = reserve
    placeLimit = max(SightingTable.firstPlaces, byteLimit / SightingPages.stride)
  }

  /// Sightings it holds before it must grow.
  var places: Int { pages.places }

  /// The most places of a log that grows before its sightings are first added up.
  private static let smallPlaces = (1 << 18) / SightingPages.stride

  /// Whether it should grow before its sightings are added up.
  var isSmall: Bool { places < Self.smallPlaces }

  /// Lends all sightings; they stay valid until the log changes.
  var sightings: UnsafeBufferPointer<Sighting> {
    // SAFETY: the first `count` places have been written.
    unsafe UnsafeBufferPointer(start: pages.base, count: count)
  }

  /// Appends sightings as far as there is room.
  ///
  /// - Returns: The number appended.
  mutating func append(_ sightings: Span<Sighting>) -> Int {
    let added = min(sightings.count, places &- count)
    unsafe sightings.withUnsafeBufferPointer { sightings in
      // SAFETY: both have room for `added` sightings, and `update` allows them to overlap.
      if added > 0, let start = sightings.baseAddress {
        unsafe (pages.base + count).update(from: start, count: added)
      }
    }
    count &+= added
    return added
  }

  /// Doubles the room.
  ///
  /// - Returns: Whether it grew; false if the limit is reached or memory is short.
  mutating func grow() -> Bool {
    let wanted = min(places.multipliedReportingOverflow(by: 2).partialValue, placeLimit)
    // A small log fills up; the last growth of a large one may be for a few sightings.
    let isSparse = wanted > Self.smallPlaces
    guard wanted > places,
      let new = try? SightingPages(places: wanted, besides: reserve, isSparse: isSparse)
    else { return false }
    // SAFETY: the new pages have room for more than the old ones.
    unsafe new.base.update(from: pages.base, count: count)
    pages = new
    return true
  }

  /// Removes all sightings and keeps the memory.
  mutating func removeAll() { count = 0 }
}
