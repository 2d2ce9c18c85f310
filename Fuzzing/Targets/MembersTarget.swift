import Intake

/// Fuzzes the reader of compressed lists with members of every format, damaged in a chosen place.
///
/// The first eight bytes choose the format, where the text is cut into members, the damage and its
/// place, and the sizes of chunks and buffers; the rest becomes lines of letters. Sound members
/// must give all lines. After damage the list must be incomplete, or still have every line.
func fuzzMembers(_ input: [UInt8]) {
  guard input.count >= 8 else { return }
  let text: [UInt8] = input[8...].prefix(2000).map { $0 < 40 ? 10 : 97 + $0 % 26 } + [10]
  let lines = text.dropLast().split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
  let packing = MemberPacking.allCases[Int(input[0] & 7) % MemberPacking.allCases.count]

  let cut = text.isEmpty ? 0 : (Int(input[2]) << 8 | Int(input[3])) % text.count
  var file: [UInt8] = []
  var starts: [Int] = []
  for part in [text[..<cut], text[cut...]] {
    starts.append(file.count)
    // libarchive's writer of lz4 crashes without text.
    if packing == .lz4, part.isEmpty { continue }
    file += packing.pack(Array(part))
  }
  file += packing.end
  let place = Int(input[4]) << 8 | Int(input[5])
  let isSound: Bool
  switch input[1] % 6 {
  case 0: isSound = true
  case 1:
    file.removeLast(place % max(1, file.count - 10))
    // A missing member goes unnoticed, unless an empty one marks the end.
    if packing != .bgzip || cut == 0, file.count == starts[1] { return }
    isSound = false
  case 2:
    // Any byte if there is a checksum; otherwise the magic number of either member.
    let byte = packing.hasChecksum ? place % file.count : starts[place & 1] + place % 4
    file[byte] ^= max(1, input[6])
    isSound = false
  case 3:
    file[starts[1] + place % min(8, file.count - starts[1])] ^= max(1, input[6])
    isSound = !packing.hasChecksum
    if isSound { return }
  case 4:
    file += [UInt8](repeating: input[6], count: place)
    isSound = false
  default:
    file = packing.skippable + file
    isSound = true
  }

  let longestLine = 2048
  let reading = ListFile(file).readTwice(
    chunk: longestLine + 2 + Int(input[7]), buffer: 2 + Int(input[7] % 64), longestLine: longestLine
  )
  let summary = reading.summary
  expect(summary.isComplete || !summary.problems.isEmpty, "a fault is told")
  expect(!summary.isComplete || reading.lines == lines, "\(packing): lines are missing in silence")
  expect(summary.isComplete || !isSound, "\(packing): sound members are refused: \(summary)")
}

/// How members are made.
private enum MemberPacking: CaseIterable {
  case gzip, bgzip, zstd, xz, bzip2, lz4, lzip

  /// Whether a checksum covers every byte of a member's text.
  var hasChecksum: Bool { self != .zstd }

  /// The bytes that a file ends with, after the members.
  var end: [UInt8] { self == .bgzip ? SizedMember.pack([]) : [] }

  /// A skippable frame, for formats that have such.
  var skippable: [UInt8] {
    self == .zstd || self == .lz4 ? [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3] : []
  }

  func pack(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip: Gzip.member(text)
    case .bgzip: SizedMember.pack(text)
    case .zstd: Packing.zstd.pack(text)
    case .xz: Packing.xz.pack(text)
    case .bzip2: Packing.bzip2.pack(text)
    case .lz4: Packing.lz4.pack(text)
    case .lzip: Packing.lzip.pack(text)
    }
  }
}

/// A block in the format of bgzip.
private enum SizedMember {
  static func pack(_ text: [UInt8]) -> [UInt8] {
    let plain = Gzip.member(text)
    let data = plain[10...]
    let last = 18 + data.count - 1
    return plain[..<3] + [4] + plain[4..<10] + [6, 0] + Array("BC".utf8) + [2, 0]
      + [UInt8(last & 0xFF), UInt8(last >> 8)] + data
  }
}
