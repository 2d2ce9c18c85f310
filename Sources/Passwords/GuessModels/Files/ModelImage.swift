@_spi(Internal) import Bytes
import Glibc

/// Makes the bytes of a model's file.
struct ModelImage {
  /// The bytes, the header included once ``seal(sample:)`` has been called.
  private(set) var bytes: [UInt8]
  private(set) var header: ModelHeader

  /// Costs are in units of 1/1024 bit, and at most 64 bits.
  static func cost(of probability: Double) -> UInt16 {
    let units = (-log2(probability) * ModelGraph.unitsPerBit).rounded()
    return units < Double(UInt16.max) ? UInt16(max(0, units)) : .max
  }

  /// Writes nodes and transitions, with room for a sample.
  init(_ table: ContextTable, _ header: ModelHeader, sampleCount: Int) {
    var header = header
    header.sampleCount = sampleCount
    header.contextCount = table.nodeCount
    header.transitionCount = table.countedTransitions
    header.placeCount = table.symbols.count
    header.start = Int(table.start)
    self.header = header
    bytes = []
    bytes.reserveCapacity(header.fileByteCount)
    bytes += repeatElement(0, count: header.nodesStart)
    var lengths = [UInt8](repeating: 0, count: table.nodeCount)
    for node in 0..<table.nodeCount {
      var (low, high): (UInt64, UInt64) = (0, 0)
      for symbol in table.symbols[table.firsts[node]..<table.firsts[node + 1]] {
        if symbol < 64 { low |= 1 << UInt64(symbol) } else { high |= 1 << UInt64(symbol - 64) }
      }
      let suffix = table.suffixes[node]
      if node > 0 { lengths[node] = lengths[Int(suffix)] + 1 }
      bytes.append(littleEndian: low)
      bytes.append(littleEndian: high)
      bytes.append(littleEndian: UInt64(table.firsts[node]) | UInt64(suffix) << 32)
      bytes.append(
        littleEndian: UInt64(Self.cost(of: table.backs[node]))
          | UInt64(low.nonzeroBitCount) << 16 | UInt64(lengths[node]) << 24)
    }
    pad(to: header.transitionsStart)
    for place in table.symbols.indices {
      let cost = Self.cost(of: table.probabilities[place])
      bytes.append(UInt8(truncatingIfNeeded: cost))
      bytes.append(UInt8(truncatingIfNeeded: cost >> 8))
      let next = table.nexts[place]
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: next >> shift))
      }
    }
    pad(to: header.sampleStart)
  }

  private mutating func pad(to offset: Int) {
    bytes += repeatElement(0, count: offset - bytes.count)
  }

  /// Adds the bits of drawn passwords, ascending, and the header.
  mutating func seal(sample: [Double]) {
    header.sampleCount = sample.count
    for bits in sample { bytes.append(littleEndian: bits.bitPattern) }
    header.bodyChecksum = ModelHeader.bodyChecksum(of: bytes.raw)
    bytes.replaceSubrange(0..<ModelHeader.byteCount, with: header.serialized)
  }
}
