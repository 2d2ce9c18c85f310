import Intake

/// Fuzzes the reader of lists with any compression and encoding.
///
/// The first four bytes choose sizes and encodings, the rest is the file. Lines and account must
/// not depend on the sizes, and missing text must be reported.
func fuzzContainers(_ input: [UInt8]) {
  guard input.count >= 4 else { return }
  let longestLine = 8 + Int(input[1] % 64)
  let encodings: [TextEncoding?] = TextEncoding.allCases + [nil]
  let fallbacks: [TextEncoding?] = [nil, .latin1, .windows1252]
  let reading = TextSettings(
    encoding: encodings[Int(input[0]) % encodings.count],
    fallback: fallbacks[Int(input[0] >> 4) % fallbacks.count],
    maxBytes: input[0] & 8 == 0 ? 1 << 20 : 40)
  _ = ListFile(Array(input[4...])).readTwice(
    reading, chunk: longestLine + 2 + Int(input[2] % 32), buffer: 2 + Int(input[3] % 64),
    longestLine: longestLine)
}
