package import BigInt

/// Power series with integer coefficients, truncated at some degree.
enum Series {
  /// The first `degree + 1` coefficients of `1 / (1 - blocks)`: the number of sequences of blocks
  /// by total length.
  ///
  /// `blocks[0]` must be 0, and no coefficient of the result may be negative.
  ///
  /// - Complexity: O(`degree`²) multiplications.
  /// - Throws: ``KeyspaceProblem/outOfTime`` at the deadline.
  static func sequences(
    of blocks: [BigInt], upTo degree: Int, _ deadline: CountingDeadline
  ) throws(KeyspaceProblem) -> [BigUInt] {
    let used = blocks.indices.filter { !blocks[$0].isZero }
    var counts: [BigUInt] = [1]
    counts.reserveCapacity(degree + 1)
    while counts.count <= degree {
      try deadline.check()
      var sum = SignedSum()
      for length in used where length <= counts.count {
        sum.add(counts[counts.count - length], times: blocks[length])
      }
      counts.append(sum.value)
    }
    return counts
  }

  /// `series / (1 + series)`; `series[0]` must be 0.
  ///
  /// - Throws: ``KeyspaceProblem/outOfTime`` at the deadline.
  static func alternating(
    _ series: [BigInt], _ deadline: CountingDeadline
  ) throws(KeyspaceProblem) -> [BigInt] {
    var result = series
    for degree in series.indices {
      try deadline.check()
      for length in 1..<max(1, degree) where !series[length].isZero {
        result[degree] -= series[length] * result[degree - length]
      }
    }
    return result
  }
}

/// A sum of large signed numbers whose result is not negative.
package struct SignedSum {
  private var added = BigUInt()
  private var taken = BigUInt()

  /// Makes a sum of 0.
  package init() {}

  /// Adds a multiple of a number.
  package mutating func add(_ number: BigUInt, times factor: BigInt) {
    let isAdded = factor.sign == .plus
    let size = factor.magnitude
    if size.bitWidth > 64 {
      if isAdded { added += number * size } else { taken += number * size }
    } else if let word = size.words.first {
      add(number, word, isAdded)
    }
  }

  /// Adds a multiple of a number.
  package mutating func add(_ number: BigUInt, times factor: Int) {
    add(number, factor.magnitude, factor >= 0)
  }

  private mutating func add(_ number: BigUInt, _ factor: UInt, _ isAdded: Bool) {
    if isAdded {
      added.multiplyAndAdd(number, factor)
    } else {
      taken.multiplyAndAdd(number, factor)
    }
  }

  /// The sum; it must not be negative.
  package var value: BigUInt { added - taken }
}
