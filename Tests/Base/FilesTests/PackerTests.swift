import Files
import Foundation
import TestSupport
import Testing

/// Bytes that compress, and some that do not.
private func blocks(seed: UInt64) -> [[UInt8]] {
  var random = SeededGenerator(seed: seed)
  return [[], Array(repeating: 7, count: 200_000)]
    + (0..<6).map { _ in
      let highest: UInt8 = Bool.random(using: &random) ? 255 : 3
      return (0..<Int.random(in: 0..<150_000, using: &random)).map { _ in
        UInt8.random(in: 0...highest, using: &random)
      }
    }
}

private func unpack(_ packed: [UInt8], _ command: String) throws -> [UInt8] {
  let directory = try TemporaryDirectory()
  return try output(of: "\(command) < '\(directory.file("packed", packed))'")
}

@Suite struct PackerTests {
  @Test(.firstFailureOnly, arguments: [UInt64](1...4))
  func `gzip reads data that were packed block by block`(seed: UInt64) throws {
    let packer = try #require(Packer(forName: "a.txt.gz"))
    let blocks = blocks(seed: seed)
    let packed = try blocks.flatMap { try #require(packer.pack($0)) } + packer.ending
    #expect(try unpack(packed, "gzip -dc") == blocks.flatMap(\.self))
    // The empty member at the end of every bgzip file, byte for byte.
    #expect(
      packer.ending == [
        0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0, 0,
        0, 0, 0,
      ])
  }

  @Test(.firstFailureOnly, arguments: [UInt64](1...4))
  func `zstd reads data that were packed block by block`(seed: UInt64) throws {
    let packer = try #require(Packer(forName: "a.zst"))
    let blocks = blocks(seed: seed)
    let packed = try blocks.flatMap { try #require(packer.pack($0)) } + packer.ending
    #expect(try unpack(packed, "zstd -dc") == blocks.flatMap(\.self))
  }

  @Test func `other names ask for no packing`() {
    #expect(Packer(forName: "a.txt") == nil)
    #expect(Packer(forName: "gz") == nil)
  }
}
