@_spi(Internal) import Passwords

// Walks the passwords of a batch side by side: while one waits for memory, the processor works on the
// others. The model is larger than the second-level cache of most processors.

/// The scratch memory for the walks of a batch, and their results.
struct ModelWalks {
  /// The number of passwords under way.
  private static let width = 16

  /// A password under way.
  private struct Lane: BitwiseCopyable {
    var walk: GuessModel.Walk
    /// Its number in the batch.
    var number: Int
    /// The next byte, and the end of its bytes.
    var place: Int
    var end: Int
    /// The symbol of the next byte.
    var symbol = GuessModel.end

    /// Takes the symbol of the next byte, or the end after the last one, and prefetches its slots.
    @inline(__always)
    mutating func advance(_ bytes: Span<UInt8>, _ model: GuessModel) {
      symbol = place < end ? GuessModel.symbol(of: UInt32(bytes[place])) : GuessModel.end
      model.prefetch(symbol, for: walk)
    }
  }

  private let lanes = Cells<Lane>(unusedCount: width)
  /// The decimal logarithm of each password's guesses.
  private let results = Cells<Double>(count: LineBatch.capacity, filledWith: 0)

  /// zxcvbn's guesses for each password, to be joined with these.
  let zxcvbnGuesses = Cells<Double>(count: LineBatch.capacity, filledWith: 0)
  /// The same without the caller's words; only where there are such words.
  let guessesWithoutWords = Cells<Double>(count: LineBatch.capacity, filledWith: 0)

  func deallocate() {
    lanes.deallocate()
    zxcvbnGuesses.deallocate()
    guessesWithoutWords.deallocate()
    results.deallocate()
  }

  /// The decimal logarithm of a password's guesses in the batch that was walked last.
  subscript(number: Int) -> Double {
    @inline(__always) get { results[number] }
    nonmutating set { results[number] = newValue }
  }

  /// Finds the guesses of a batch's passwords, as ``GuessModel/log10Guesses(_:)`` finds each one.
  func walk(_ batch: borrowing LineBatch, in bytes: Span<UInt8>, _ model: GuessModel) {
    var next = 0
    var count = 0
    while count < Self.width, let lane = begin(&next, of: batch, bytes, model) {
      lanes[count] = lane
      count += 1
    }
    while count > 0 {
      var index = 0
      while index < count {
        // SAFETY: there are `width` lanes, and `count` never grows beyond them.
        var lane = unsafe lanes[unchecked: index]
        lane.place &+= model.tryStep(&lane.walk, lane.symbol) ? 1 : 0
        if lane.place <= lane.end {
          lane.advance(bytes, model)
          unsafe lanes[unchecked: index] = lane
          index &+= 1
          continue
        }
        results[lane.number] = model.log10Guesses(bits: lane.walk.bits)
        if let lane = begin(&next, of: batch, bytes, model) {
          unsafe lanes[unchecked: index] = lane
          index &+= 1
        } else {
          count &-= 1
          unsafe lanes[unchecked: index] = lanes[unchecked: count]
        }
      }
    }
  }

  /// Begins the next password, or returns nil if there are no more.
  ///
  /// Those beyond ASCII are walked at once.
  @inline(__always)
  private func begin(
    _ next: inout Int, of batch: borrowing LineBatch, _ bytes: Span<UInt8>, _ model: GuessModel
  ) -> Lane? {
    while next < batch.count {
      let (number, line) = (next, batch.line(next))
      next &+= 1
      if line.encoding == .ascii {
        var lane = Lane(
          walk: model.begin, number: number, place: line.range.lowerBound,
          end: line.range.upperBound)
        lane.advance(bytes, model)
        return lane
      }
      results[number] = model.log10Guesses(bytes.extracting(line.range))
    }
    return nil
  }
}
