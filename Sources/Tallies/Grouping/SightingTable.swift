import CXXHash
import Glibc

/// Passwords with how often each was seen: an open-addressing table that can be put in order.
///
/// A place belongs to a range of fingerprints, in ascending order, so a table is sorted but for
/// what collisions moved by a few places; putting it in order takes one pass.
struct SightingTable: ~Copyable {
  /// Passwords in it.
  private(set) var count = 0
  /// Whether a count was too large and is held at the largest number.
  private(set) var isClamped = false

  private var pages: SightingPages
  /// Bits that all fingerprints of the table begin with, which say nothing here.
  private let prefix: UInt64
  /// Places at most.
  private let placeLimit: Int
  /// Bytes that the system must have besides those of the table.
  private let reserve: Int

  /// The smallest table: one page of memory.
  static let firstPlaces = 4096 / SightingPages.stride

  /// Makes an empty table that never takes more than so many bytes, or one page if that is more.
  ///
  /// - Parameters:
  ///   - prefixBits: How many leading bits all fingerprints have in common; below 64.
  ///   - byteLimit: Bytes at most.
  ///   - reserve: Bytes that it leaves to others, whenever it asks the system for some.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(prefixBits: Int, byteLimit: Int, reserve: Int) throws(GroupingProblem) {
    pages = try SightingPages(places: Self.firstPlaces, besides: reserve)
    self.reserve = reserve
    prefix = UInt64(prefixBits)
    placeLimit = max(Self.firstPlaces, byteLimit / SightingPages.stride)
  }

  /// Passwords it holds before it must grow: longer searches would cost more than the room is worth.
  private var limit: Int { pages.places / 4 * 3 }

  /// Adds sightings, in order, until one finds no room.
  ///
  /// - Returns: How many were added. After fewer than all, the table must ``grow()`` or be emptied.
  mutating func add(_ sightings: Span<Sighting>) -> Int {
    // SAFETY: the pages are this table's as long as it does not grow; `place < places` throughout,
    // and a free one ends every search, for at most three quarters are taken.
    let (base, places) = (unsafe pages.base, pages.places)
    let limit = limit
    // A table is too large for the cache: all misses at once instead of one after the other.
    for index in sightings.indices { unsafe prefetch(base + place(of: sightings[index])) }
    for index in sightings.indices {
      let sighting = sightings[index]
      var place = place(of: sighting)
      while unsafe base[place].count != 0, unsafe !base[place].isSamePassword(as: sighting) {
        place &+= 1
        if place == places { place = 0 }
      }
      if unsafe base[place].count == 0 {
        if count == limit { return index }
        unsafe base[place] = sighting
        count &+= 1
      } else if unsafe base[place].add(sighting.count) {
        isClamped = true
      }
    }
    return sightings.count
  }

  /// Makes more room.
  ///
  /// - Returns: Whether there is more now; not where the limit is reached or memory is short.
  mutating func grow() -> Bool {
    let wanted = min(pages.places.multipliedReportingOverflow(by: 2).partialValue, placeLimit)
    guard wanted > pages.places, var old = try? SightingPages(places: wanted, besides: reserve)
    else { return false }
    swap(&pages, &old)
    // SAFETY: as in `add`; both have room for their places.
    let (base, places) = (unsafe pages.base, pages.places)
    for index in 0..<old.places where unsafe old.base[index].count != 0 {
      var place = unsafe place(of: old.base[index])
      while unsafe base[place].count != 0 {
        place &+= 1
        if place == places { place = 0 }
      }
      unsafe base[place] = old.base[index]
    }
    return true
  }

  /// Bytes that it has now, and asks the system for twice as many of when it grows.
  var byteCount: Int { pages.places * SightingPages.stride }

  /// Calls `body` with each, in no particular order.
  func forEach<Failure: Error>(_ body: (Sighting) throws(Failure) -> Void) throws(Failure) {
    // SAFETY: within the pages.
    for place in 0..<pages.places where unsafe pages.base[place].count != 0 {
      try unsafe body(pages.base[place])
    }
  }

  /// Lends everything in order of fingerprints; then the table is empty.
  mutating func drain<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<Sighting>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer {
      // SAFETY: exactly the pages.
      unsafe memset(pages.base, 0, pages.places * SightingPages.stride)
      count = 0
    }
    sort()
    // SAFETY: what was sorted stands at the beginning; the pages outlive the call.
    return try unsafe body(UnsafeBufferPointer(start: pages.base, count: count))
  }

  /// Moves everything to the beginning, in order of fingerprints.
  private func sort() {
    // SAFETY: every index is below `count` or `places`.
    let base = unsafe pages.base
    // What collided at the end of the table stands at its beginning and belongs behind the rest.
    var wrapped: [Sighting] = []
    var isBeginning = true
    var filled = 0
    for place in 0..<pages.places {
      let sighting = unsafe base[place]
      if sighting.count == 0 {
        isBeginning = false
      } else if isBeginning, self.place(of: sighting) > place {
        wrapped.append(sighting)
      } else {
        unsafe base[filled] = sighting
        filled += 1
      }
    }
    for sighting in wrapped {
      unsafe base[filled] = sighting
      filled += 1
    }
    for index in 0..<filled {
      let sighting = unsafe base[index]
      var place = index
      while place > 0, unsafe sighting.precedes(base[place - 1]) {
        unsafe base[place] = base[place - 1]
        place -= 1
      }
      unsafe base[place] = sighting
    }
  }

  /// Where a fingerprint belongs.
  @inline(__always)
  private func place(of sighting: Sighting) -> Int {
    let fraction = sighting.high &<< prefix
    return Int(
      truncatingIfNeeded: fraction.multipliedFullWidth(
        by: UInt64(truncatingIfNeeded: pages.places)
      ).high)
  }
}
