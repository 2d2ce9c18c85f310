import Blocklists
import CCrypto
import CDigests
import CXXHash
import Files
import Foundation
import Passwords
import TestSupport
import Testing

/// XXH3 of some bytes.
func xxh3(_ bytes: [UInt8]) -> UInt64 {
  // SAFETY: XXH3 reads the bytes of the buffer.
  unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, 0) }
}

/// The first 64 bits of libcrypto's SHA-1.
private func sha1(_ bytes: [UInt8]) -> UInt64 {
  var digest = [UInt8](repeating: 0, count: 20)
  // SAFETY: SHA-1 writes 20 bytes, and reads those of the buffer.
  let isDone = unsafe digest.withUnsafeMutableBufferPointer { digest in
    unsafe bytes.withUnsafeBytes {
      unsafe EVP_Digest($0.baseAddress, $0.count, digest.baseAddress, nil, EVP_sha1(), nil)
    }
  }
  #expect(isDone == 1)
  return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}

private typealias Short = (
  UnsafePointer<UInt8>, UnsafePointer<UInt32>, UnsafePointer<UInt8>, Int,
  UnsafeMutablePointer<UInt64>
) -> Void

/// The results of a function for many short lines.
private func digests(_ function: Short, _ lines: [[UInt8]]) -> [UInt64] {
  var text: [UInt8] = []
  var starts: [UInt32] = []
  for line in lines {
    starts.append(UInt32(text.count))
    text += line + [10]
  }
  text += [UInt8](repeating: 0xAA, count: 64)
  var heads = [UInt64](repeating: 0, count: lines.count)
  // SAFETY: there are as many numbers as lines, and 64 bytes after the last line.
  unsafe function(text, starts, lines.map { UInt8($0.count) }, lines.count, &heads)
  return heads
}

@Suite struct DigestTests {
  @Test(arguments: [1, 2, 3, 7, 8, 9, 100])
  func `SHA-1 of many lines is libcrypto's, on every path`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let lines = (0..<count).map { _ in
      (0..<Int.random(in: 0...55, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    let expected = lines.map(sha1)
    #expect(unsafe digests(digests_sha1_short, lines) == expected)
    #expect(unsafe digests(digests_sha1_short_portable, lines) == expected)
  }

  @Test func `SHA-1 of any length is libcrypto's`() {
    for count in Array(0...200) + [1_000, 65_536] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      #expect(unsafe digests_sha1(bytes, bytes.count) == sha1(bytes), "\(count) bytes")
      if count <= 55 {
        #expect(unsafe digests(digests_sha1_short, [bytes]) == [sha1(bytes)], "\(count) bytes")
      }
    }
  }

  /// RFC 1320, appendix A.5.
  @Test(
    arguments: [
      ("", 0x31d6_cfe0_d16a_e931), ("a", 0xbde5_2cb3_1de3_3e46), ("abc", 0xa448_017a_af21_d852),
      ("message digest", 0xd913_0a81_6454_9fe8),
      ("abcdefghijklmnopqrstuvwxyz", 0xd79e_1c30_8aa5_bbcd),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 0x043f_8582_f241_db35
      ),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        0xe33b_4ddc_9c38_f219
      ),
    ] as [(String, UInt64)])
  func `MD4 is RFC 1320's`(text: String, expected: UInt64) {
    let bytes = Array(text.utf8)
    #expect(unsafe digests_md4(bytes, bytes.count) == expected)
  }

  @Test func `NTLM of many lines is MD4 of UTF-16LE, on every path`() {
    let lines = (0...27).map { count in (0..<count).map { UInt8(0x20 + $0 * 3) } }
    let expected = lines.map { line in
      let wide: [UInt8] = line.flatMap { [$0, 0] as [UInt8] }
      return unsafe digests_md4(wide, wide.count)
    }
    #expect(unsafe digests(digests_ntlm_short, lines) == expected)
    #expect(unsafe digests(digests_ntlm_short_portable, lines) == expected)
    // Well-known digests.
    #expect(
      unsafe digests(digests_ntlm_short, [Array("password".utf8)]) == [0x8846_f7ea_ee8f_b117])
  }

  @Test(arguments: [ListComparison.sha1, .ntlm])
  func `a password is found by its digest, however long and in any encoding`(
    comparison: ListComparison
  ) throws {
    let passwords: [[UInt8]] =
      [
        "password", "é", "e\u{301}", "\u{1F600}", "a\u{FFFD}b",
        String(repeating: "x", count: 27), String(repeating: "x", count: 28),
        String(repeating: "y", count: 55), String(repeating: "y", count: 56),
        String(repeating: "z", count: 300),
      ].map { Array($0.utf8) } + [[0x61, 0xFF, 0x62]]
    // NTLM reads bytes that are not UTF-8 as U+FFFD, since it hashes text, not bytes.
    func digest(_ password: [UInt8]) -> UInt64 {
      if comparison == .sha1 { return sha1(password) }
      let wide = Array(String(decoding: password, as: UTF8.self).utf16).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
      }
      return unsafe digests_md4(wide, wide.count)
    }
    let directory = try TemporaryDirectory()
    for (number, password) in few(4, of: Array(passwords.enumerated())) {
      var compiler = try BlocklistCompiler(
        comparison: comparison, temporaryDirectory: directory.path)
      try compiler.beginSource(ranking: .byCount)
      try compiler.add(fingerprint: digest(password), count: 3)
      _ = try compiler.finish(
        to: FilePlace("\(directory.path)/\(number)"), text: [],
        replacing: Replacing(isForced: true))
      let list = try CompiledBlocklist(path: "\(directory.path)/\(number)", name: "list")
      let set = try BlocklistSet(sources: [.compiled(list)])
      let expected = passwords.map { digest($0) == digest(password) ? UInt32(1) : 0 }
      #expect(try set.marks(passwords) == expected, "\(number)")
      #expect(try set.marks(passwords, after: 0) == expected, "\(number)")
      #expect(passwords.map { set.lists(holding: $0.span) } == expected, "\(number)")
      // Only a list of NT hashes holds one.
      let held = passwords.map { set.lists(holdingNTHash: digest($0)) }
      #expect(held == (comparison == .ntlm ? expected : expected.map { _ in 0 }), "\(number)")
    }
  }
}
