@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) import Files
import PasswordStrength

/// A guess model of one's own, in a mapped file that `audit model build` has written.
///
///     let model = try TrainedModel(path: "leaks.model")
///     model.log10Guesses("abc123".utf8.span)     // 1.9
///
/// An interpolated Witten–Bell model of up to 6-grams: the probability of a symbol after a context is
/// mixed with that after the context without its first symbol. Seldom transitions are pruned; what they
/// had goes to the shorter context.
///
/// Opening reads the file once and checks every byte and every number. Walks stay within the file even
/// if another program changes it meanwhile; see ``checkUnchanged()``.
///
/// - Source: I. H. Witten and T. C. Bell, *The zero-frequency problem*, IEEE Transactions on
///   Information Theory 37, 1991.
package final class TrainedModel: Sendable {
  /// The path at which it was opened.
  package let path: String
  /// The first page of the file.
  package let header: ModelHeader
  /// The passwords that were drawn from the model.
  package let sample: GuessSample
  let graph: ModelGraph
  let file: MappedFile
  private let table: GuessTable

  /// Opens a file.
  package init(path: String) throws(Problem) {
    do { file = try MappedFile(path) } catch { throw .unreadable(path, error) }
    self.path = path
    do throws(Problem) {
      (header, graph, sample) = try file.withBytes { bytes throws(Problem) in
        let header = try ModelHeader(bytes)
        guard ModelHeader.bodyChecksum(of: bytes) == header.bodyChecksum else {
          throw ModelFile.damaged(.content, offset: ModelHeader.byteCount)
        }
        let graph = ModelGraph(header)
        try graph.check(header, bytes)
        return (header, graph, GuessSample(try Self.sample(header, bytes)))
      }
    } catch {
      throw error.of(path)
    }
    table = GuessTable(Array(sample.points.prefix(GuessTable.mostPoints)))
  }

  private static func sample(
    _ header: ModelHeader, _ file: RawSpan
  ) throws(Problem) -> [Double] {
    var sample: [Double] = []
    sample.reserveCapacity(header.sampleCount)
    var last = 0.0
    for place in 0..<header.sampleCount {
      let offset = header.sampleStart + 8 * place
      let bits = Double(bitPattern: file.number(at: offset))
      guard bits >= last, bits < 1e6 else { throw ModelFile.damaged(.sample, offset: offset) }
      sample.append(bits)
      last = bits
    }
    return sample
  }

  /// Whether the first bytes of a file look like a model, whole or damaged.
  package static func isRecognised(path: String) -> Bool {
    guard let file = try? MappedFile(path) else { return false }
    return file.withBytes(ModelHeader.isRecognised)
  }

  /// Checks that the file did not change while passwords were estimated.
  ///
  /// - Throws: ``Problem`` if another program truncated the file or changed its bytes.
  /// - Complexity: One system call; reads the file once if its modification time has changed.
  package func checkUnchanged() throws(Problem) {
    switch file.change {
    case .none: return
    case .cut: break
    case .touched:
      let isSame = file.withBytes { bytes in
        (try? ModelHeader(bytes)) == header
          && ModelHeader.bodyChecksum(of: bytes) == header.bodyChecksum
      }
      if isSame, file.change != .cut { return }
    }
    throw ModelFile.changed.of(path)
  }

  /// The negative binary logarithm of a password's probability, its end included.
  package func bits(_ utf8: Span<UInt8>) -> Double { file.withBytes { bits(utf8, $0) } }

  func bits(_ utf8: Span<UInt8>, _ file: RawSpan) -> Double {
    var walk = graph.begin
    UTF8Units.forEachScalar(in: utf8) { graph.step(&walk, ModelSymbol.of($0), file) }
    graph.step(&walk, ModelSymbol.end, file)
    return walk.bits
  }

  /// The number of guesses, as a decimal logarithm, before a password of so many bits.
  func log10Guesses(bits: Double) -> Double { table.log10Guesses(bits: bits) }

  /// Draws passwords as the file's sample was drawn, the same ones first.
  ///
  /// - Parameter take: Receives the bits of each, and its symbols: characters less 31, 96 for others.
  ///   Returns whether it needs more.
  package func draw(_ take: (Double, [UInt8]) -> Bool) {
    file.withBytes { file in
      var sampler = ModelSampler(graph, seed: header.digest)
      var symbols: [UInt8] = []
      while true {
        symbols.removeAll(keepingCapacity: true)
        let bits = sampler.draw(file) { symbols.append($0) }
        if !take(bits, symbols) { return }
      }
    }
  }
}

extension TrainedModel: PasswordModel {
  /// The model in recordings: its order, what it learnt from, and its digest.
  package var name: String {
    "\(header.settings.order)-grams of \(header.lines) lines, weight \(header.settings.weight), "
      + "digest \(hexadecimal(header.digest))"
  }

  package var weight: Double { header.settings.weight }

  package func log10Guesses(_ utf8: Span<UInt8>) -> Double { log10Guesses(bits: bits(utf8)) }
}
