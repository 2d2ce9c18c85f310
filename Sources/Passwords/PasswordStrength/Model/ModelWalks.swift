@_spi(Internal) import Passwords

// Walks the passwords of a batch side by side: while one waits for memory, the processor works on the
// others. The model is larger than the second-level cache of most processors.

/// The scratch memory for the walks of a batch, and their results.
struct ModelWalks {
  /// The number of passwords under way.
  private static let width = 16

  /// A password under way.
  private struct ModelWalk: BitwiseCopyable {
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

  private let walks = Cells<ModelWalk>(unusedCount: width)
  /// The decimal logarithm of each password's guesses.
  private let results = Cells<Double>(count: LineBatch.capacity, filledWith: 0)

  /// zxcvbn's guesses for each password, to be joined with these.
  let zxcvbnGuesses = Cells<Double>(count: LineBatch.capacity, filledWith: 0)
  /// The same without the caller's words; only where there are such words.
  let guessesWithoutWords = Cells<Double>(count: LineBatch.capacity, filledWith: 0)

  func deallocate() {
    walks.deallocate()
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
    while count < Self.width, let current = begin(&next, of: batch, bytes, model) {
      walks[count] = current
      count += 1
    }
    while count > 0 {
      var index = 0
      while index < count {
        // SAFETY: there are `width` walks, and `count` never grows beyond them.
        var current = unsafe walks[unchecked: index]
        current.place &+= model.tryStep(&current.walk, current.symbol) ? 1 : 0
        if current.place <= current.end {
          current.advance(bytes, model)
          unsafe walks[unchecked: index] = current
          index &+= 1
          continue
        }
        results[current.number] = model.log10Guesses(bits: current.walk.bits)
        if let current = begin(&next, of: batch, bytes, model) {
          unsafe walks[unchecked: index] = current
          index &+= 1
        } else {
          count &-= 1
          unsafe walks[unchecked: index] = walks[unchecked: count]
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
  ) -> ModelWalk? {
    while next < batch.count {
      let (number, line) = (next, batch.line(next))
      next &+= 1
      if line.encoding == .ascii {
        var current = ModelWalk(
          walk: model.begin, number: number, place: line.range.lowerBound,
          end: line.range.upperBound)
        current.advance(bytes, model)
        return current
      }
      results[number] = model.log10Guesses(bytes.extracting(line.range))
    }
    return nil
  }
}
