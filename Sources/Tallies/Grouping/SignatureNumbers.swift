@_spi(House) package import Passwords

/// Signatures numbered in the order in which they come, so that a sighting needs 8 bytes for one.
///
/// Takes some 13 MB at most: a list can have as many signatures as lines. Those beyond the first
/// ``heldCount`` go to the temporary file, and so many numbers after another the numbers given are
/// forgotten, so that a signature that comes again gets another one.
package struct SignatureNumbers: ~Copyable {
  /// Signatures by number, the first ones.
  private var held: [Signature] = []
  /// Numbers that are remembered.
  private var numbers: [Signature: UInt64] = [:]
  /// Numbers given.
  private var count: UInt64 = 0
  /// Signatures behind those of `held` and `runs`, in order.
  private var recent: [Sighting] = []
  /// Where signatures behind those of `held` are in the file, ``runCount`` each.
  private var runs: [SpillFile.Run] = []

  /// Signatures in memory; real lists have a tenth of it.
  ///
  /// Three quarters of a power of two, which is how far a dictionary fills up.
  package static let heldCount = 196_608
  /// Signatures that are written at once.
  private static let runCount = 4096

  /// Knows no signature yet.
  package init() {}

  /// The number of a signature, a new one if none is remembered.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func number(
    of signature: Signature, spillingTo file: SpillFile
  ) throws(GroupingProblem) -> UInt64 {
    if let number = numbers[signature] { return number }
    let number = count
    if number < Self.heldCount {
      held.append(signature)
    } else {
      // The file holds sightings: a signature's words stand in the place of theirs.
      recent.append(
        Sighting(high: signature.w0, low: signature.w1, signature: signature.w2, count: 1))
      if recent.count == Self.runCount {
        runs.append(
          try unsafe recent.withUnsafeBufferPointer { recent throws(GroupingProblem) in
            try unsafe file.write(recent)
          })
        recent.removeAll(keepingCapacity: true)
      }
    }
    count += 1
    if numbers.count == Self.heldCount { numbers.removeAll(keepingCapacity: true) }
    numbers[signature] = number
    return number
  }

  /// The signature that has a number; `window` makes it cheap to ask for numbers in ascending order.
  ///
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)``.
  package func signature(
    _ number: UInt64, from file: SpillFile, _ window: inout Window
  ) throws(GroupingProblem) -> Signature {
    let index = Int(number)
    if index < held.count { return held[index] }
    let place = index - Self.heldCount
    if place / Self.runCount == runs.count {
      return Self.signature(recent[place % Self.runCount])
    }
    if !window.range.contains(place) {
      let run = runs[place / Self.runCount]
      let start = place % Self.runCount / Window.count * Window.count
      try unsafe window.sightings.withUnsafeMutableBufferPointer { room throws(GroupingProblem) in
        // SAFETY: any bytes are a sighting.
        try unsafe file.read(into: room, at: run.offset + start * SightingPages.stride)
      }
      let first = place - place % Self.runCount + start
      window.range = first..<first + Window.count
    }
    return Self.signature(window.sightings[place - window.range.lowerBound])
  }

  /// Signatures that were read from the file together: a page.
  package struct Window {
    fileprivate static let count = 4096 / SightingPages.stride
    fileprivate var sightings = [Sighting](repeating: .none, count: Window.count)
    fileprivate var range = 0..<0

    /// Has read nothing yet.
    package init() {}
  }

  private static func signature(_ sighting: Sighting) -> Signature {
    Signature(sighting.high, sighting.low, sighting.signature)
  }
}
