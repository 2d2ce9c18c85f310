@_spi(Internal) import Files
package import PasswordStrength

extension TrainedModel {
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
