@_spi(House) import Files
package import PasswordStrength

extension TrainedModel {
  /// Why the model finds a password hard: what its dearest character has against it.
  package func difficulty(_ utf8: Span<UInt8>) -> EstimateDifference {
    file.withBytes { file in
      var walk = graph.begin
      var most = 0.0
      var difficulty = EstimateDifference.rareSequences
      // Where each character begins, in UTF-16 units.
      var starts: [Int] = []
      var unit = 0
      UTF8Units.forEachScalar(in: utf8) { scalar in
        let before = walk.bits
        let symbol = ModelSymbol.of(scalar)
        let length = graph.node(walk.node, file).length
        let forgotten = graph.step(&walk, symbol, file)
        let last = unit + (scalar > 0xFFFF ? 1 : 0)
        starts.append(unit)
        unit = last + 1
        guard walk.bits - before > most else { return }
        most = walk.bits - before
        // It has met the character after that many others, and not after one more.
        let first = starts.count - 2 - (length - forgotten)
        difficulty =
          if symbol == ModelSymbol.other {
            .otherCharacters
          } else if forgotten == 0 {
            .rareSequences
          } else if first < 0 {
            .unmetStart(0...last)
          } else {
            .unmetSequence(starts[first]...last)
          }
      }
      return difficulty
    }
  }
}
