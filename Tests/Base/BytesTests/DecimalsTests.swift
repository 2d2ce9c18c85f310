import Bytes
import Testing

@Suite struct DecimalsTests {
  private func written(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: 64) { write(&$0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Numbers on both sides of each power of ten, and all up to 2,000.
  private static let numbers: [UInt64] =
    Array(0...2000)
    + (3..<20).flatMap { digits -> [UInt64] in
      let power = (0..<digits).reduce(1 as UInt64) { power, _ in power * 10 }
      return [power - 1, power, power + 1, power + power / 7]
    } + [.max - 1, .max]

  @Test func `a number has its digits`() {
    for number in Self.numbers {
      #expect(written { $0.appendDecimal(number) } == String(number))
    }
  }

  @Test func `a share has six decimals, as C prints them`() {
    for number in 0...4096 {
      for share in [Double(number) / 4096, Double(number) / 4097, Double(number) / 1e6 + 5e-7]
      where share <= 1 {
        #expect(
          written { $0.appendSixDecimals(share) } == Numbers.fixed(share, decimals: 6), "\(share)")
      }
    }
  }

  @Test func `bytes fill the room that is left, to its last`() {
    for room in 0...24 {
      var bytes: [UInt8] = []
      bytes.append(addingCapacity: room) { span in
        for byte in 0..<room { span.append(utf8: String(byte % 10)) }
      }
      #expect(bytes.count == room)
      var number: [UInt8] = []
      number.append(addingCapacity: room + 1) { span in
        for _ in 0..<room { span.append(utf8: "-") }
        span.appendDecimal(7)
      }
      #expect(number.count == room + 1 && number.last == UInt8(ascii: "7"))
    }
  }
}
