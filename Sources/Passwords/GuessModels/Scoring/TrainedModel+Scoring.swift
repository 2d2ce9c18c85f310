@_spi(Internal) import Bytes
@_spi(Internal) import Files
package import PasswordStrength
@_spi(Internal) package import Passwords

// Walks the passwords of a batch side by side: while one waits for memory, the processor works on the
// others.

/// A password under way.
private struct TrainedWalk: BitwiseCopyable {
  var walk = ModelGraph.Walk(node: 0)
  /// Its number in the batch.
  var number = 0
  /// The next byte, and the end of its bytes.
  var place = 0
  var end = 0
  /// The symbol of the next byte, or the end after the last one.
  var symbol = ModelSymbol.end
  /// The place of the symbol's transition; nil while it is sought.
  var transition: Int?

  /// Takes the symbol of the next byte, and prefetches the present context.
  @inline(__always)
  mutating func advance(_ text: RawSpan, _ graph: ModelGraph, _ file: RawSpan) {
    symbol = place < end ? ModelSymbol.of(UInt32(text.number(at: place, as: UInt8.self))) : 0
    graph.prefetch(node: walk.node, file)
  }
}

extension TrainedModel {
  /// The number of passwords under way.
  private static let width = 16

  package func walk(
    _ batch: borrowing LineBatch, in text: RawSpan,
    _ store: (_ number: Int, _ log10: Double) -> Void
  ) {
    file.withBytes { file in
      var walks = [TrainedWalk](repeating: TrainedWalk(), count: Self.width)
      var (next, count) = (0, 0)
      while count < Self.width, begin(&walks[count], &next, of: batch, text, file, store) {
        count += 1
      }
      while count > 0 {
        // First all seek, then all follow: in between, transitions arrive.
        for index in 0..<count {
          let place = graph.seek(&walks[index].walk, walks[index].symbol, file)
          walks[index].transition = place
          if let place {
            graph.prefetch(transition: place, file)
          } else {
            graph.prefetch(node: walks[index].walk.node, file)
          }
        }
        var index = 0
        while index < count {
          guard let place = walks[index].transition else {
            index += 1
            continue
          }
          graph.follow(&walks[index].walk, walks[index].symbol, at: place, file)
          walks[index].place += 1
          if walks[index].place <= walks[index].end {
            walks[index].advance(text, graph, file)
            index += 1
            continue
          }
          store(walks[index].number, log10Guesses(bits: walks[index].walk.bits))
          if begin(&walks[index], &next, of: batch, text, file, store) {
            index += 1
          } else {
            // The last walk takes its turn here.
            count -= 1
            walks[index] = walks[count]
          }
        }
      }
    }
  }

  /// Begins the next password; false if there are no more.
  ///
  /// Those beyond ASCII are walked at once.
  @inline(__always)
  private func begin(
    _ current: inout TrainedWalk, _ next: inout Int, of batch: borrowing LineBatch, _ text: RawSpan,
    _ file: RawSpan, _ store: (Int, Double) -> Void
  ) -> Bool {
    while next < batch.count {
      let (number, line) = (next, batch.line(next))
      next += 1
      if line.encoding == .ascii {
        current = TrainedWalk(
          walk: graph.begin, number: number, place: line.range.lowerBound,
          end: line.range.upperBound)
        current.advance(text, graph, file)
        return true
      }
      let password = Span<UInt8>(_bytes: text.extracting(line.range))
      store(number, log10Guesses(bits: bits(password, file)))
    }
    return false
  }

  /// Why the model finds a password hard: what its dearest character has against it.
  package func difficulty(_ utf8: Span<UInt8>) -> EstimateDifference {
    file.withBytes { file in
      var walk = graph.begin
      return EstimateDifference(ofDearestIn: utf8) { scalar in
        let before = walk.bits
        let symbol = ModelSymbol.of(scalar)
        let length = graph.node(walk.node, file).length
        let forgotten = graph.step(&walk, symbol, file)
        return EstimateDifference.Step(
          bits: walk.bits - before, met: forgotten == 0 ? nil : length - forgotten,
          isOther: symbol == ModelSymbol.other)
      }
    }
  }
}
