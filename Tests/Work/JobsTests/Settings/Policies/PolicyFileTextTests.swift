import Intake
import Jobs
import TestSupport
import Testing

/// Bytes of UTF-16 in one order, and how a list with the same bytes is converted.
private func converted(_ bytes: [UInt8], _ encoding: TextEncoding) throws -> [UInt8] {
  var converter = try #require(TextConverter(encoding, fallback: nil))
  var text: [UInt8] = []
  converter.convert(bytes, into: &text)
  converter.finish(into: &text)
  return text
}

@Suite struct PolicyFileTextTests {
  @Test(arguments: [
    [0x61, 0x1F600], [0xD800], [0x61, 0xD800, 0x62], [0xDC00, 0x61], [0xD800, 0xD800, 0xDC00],
    [0x61, 0xFFFD], [0xFEFF, 0x61],
  ])
  func `UTF-16 becomes the same text as that of a list, also where it is ill-formed`(
    scalars: [UInt32]
  ) throws {
    let units = scalars.flatMap { scalar in
      Unicode.Scalar(scalar).map { Array(String($0).utf16) } ?? [UInt16(scalar)]
    }
    for (encoding, mark) in [
      (TextEncoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]), (.utf16BigEndian, [0xFE, 0xFF]),
    ] {
      let bytes = units.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return encoding == .utf16BigEndian ? [high, low] : [low, high]
      }
      for odd in [[], [0x61]] as [[UInt8]] {
        #expect(PolicyFile.text(of: mark + bytes + odd) == (try converted(bytes + odd, encoding)))
      }
    }
  }

  @Test func `an odd byte and a lone surrogate are no text`() {
    #expect(PolicyFile.text(of: [0xFF, 0xFE, 0x61, 0, 0x62]) == [0x61, 0xFF])
    #expect(PolicyFile.text(of: [0x61, 0, 0x00, 0xD8, 0x62, 0]) == [0x61, 0xFF, 0x62])
    #expect(PolicyFile.text(of: Array("minlength: 8".utf8)) == Array("minlength: 8".utf8))
  }
}
