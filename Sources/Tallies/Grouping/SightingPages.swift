import Glibc

/// Room for sightings, all of them ``Sighting/none`` at first, that goes back to the system at once
/// when its owner ends.
///
/// The allocator would keep what is given back, and `--memory` would not mean what it says.
@safe struct SightingPages: ~Copyable {
  /// How many there is room for.
  let places: Int

  // SAFETY: mapped in `init` with `places` strides, unmapped in `deinit`, and no copy of the owner
  // can exist. The system zeroes the pages, and four zero words are a sighting.
  let base: UnsafeMutablePointer<Sighting>

  /// Bytes of one.
  static let stride = MemoryLayout<Sighting>.stride

  /// Asks the system for room.
  ///
  /// - Parameters:
  ///   - places: How much; at least 1.
  ///   - reserve: Bytes that the system must have besides.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(places: Int, besides reserve: Int) throws(GroupingProblem) {
    precondition(places > 0, "no room is no table")
    try SpareMemory.demand(places * Self.stride, besides: reserve)
    // All of a table is used, so the system may as well fetch its pages in one go.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
    let memory = unsafe mmap(nil, places * Self.stride, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .noMemory(byteCount: places * Self.stride)
    }
    self.places = places
    unsafe base = memory.bindMemory(to: Sighting.self, capacity: places)
  }

  deinit { unsafe munmap(base, places * Self.stride) }
}
