#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The guesses that a model's attacker makes before a password of so many bits.
///
/// Linear between its points; one guess below the first point, and a bit of guesses for each bit
/// above the last one.
@safe struct GuessTable: @unchecked Sendable {
  /// A point, and the rise from it to the next one.
  private struct Point: BitwiseCopyable {
    let bits: Double
    let log10Guesses: Double
    let slope: Double
  }

  // SAFETY: `init` writes these cells; afterwards they are only read. They live as long as the
  // program.
  private let points: Cells<Point>
  /// For each 16th of a bit the last point at or before it.
  private let places: Cells<UInt16>

  /// The most points that a table can have.
  static let mostPoints = Int(UInt16.max)

  /// Makes a table that lives as long as the program.
  ///
  /// - Parameter points: At least one point and at most ``mostPoints``, ascending in both numbers.
  init(_ points: [(bits: Double, log2Guesses: Double)]) {
    precondition(!points.isEmpty && points.count <= Self.mostPoints, "a table has points")
    let log10Of2 = log10(2.0)
    let table = Cells(
      count: points.count, filledWith: Point(bits: 0, log10Guesses: 0, slope: log10Of2))
    for (index, (bits, guesses)) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1] : (bits + 1, guesses + 1)
      table[index] = Point(
        bits: bits, log10Guesses: guesses * log10Of2,
        slope: (next.1 - guesses) / (next.0 - bits) * log10Of2)
    }
    let places = Cells(count: Int(table[points.count - 1].bits * 16) + 1, filledWith: UInt16(0))
    var place = 0
    for cell in 0..<places.count {
      while place + 1 < points.count, table[place + 1].bits <= Double(cell) / 16 { place += 1 }
      places[cell] = UInt16(place)
    }
    self.points = table
    self.places = places
  }

  /// The decimal logarithm of the guesses; at least 0.
  @inline(__always)
  func log10Guesses(bits: Double) -> Double {
    guard bits >= points[0].bits else { return 0 }
    var place = Int(places[Int(min(bits * 16, Double(places.count - 1)))])
    while place + 1 < points.count, points[place + 1].bits <= bits { place += 1 }
    let point = points[place]
    return point.log10Guesses + (bits - point.bits) * point.slope
  }
}
