import Intake

/// Fuzzes the reader of archives with sound tar and zip archives whose headers are damaged.
///
/// Of the first eight bytes one chooses the format, two the sizes of chunks and buffers, and five
/// the change; the rest becomes the text of the files. If one byte is changed and the list is still
/// reported as complete, it must have all its lines.
func fuzzArchives(_ input: [UInt8]) {
  guard input.count >= 8 else { return }
  let files = files(of: input[8...])
  var archive: [UInt8]
  switch input[0] % 3 {
  case 0: archive = tar(files)
  case 1: archive = Zip.archive(files)
  default: archive = Zip.archive(files, isDescribed: true)
  }
  let places = archive.indices.filter {
    !isText($0, of: files, in: archive, isTar: input[0] % 3 == 0)
  }
  let changes = Int(input[0] >> 2 & 3)
  for change in 0..<changes {
    let place = Int(input[3 + change]) << 8 | Int(input[4 + change])
    archive[places[place % places.count]] ^= max(1, input[5 + change])
  }
  if input[0] & 0x40 != 0 { archive += archive }
  if input[0] & 0x80 != 0 { archive.removeLast((Int(input[6]) << 2) % archive.count) }
  let reading = ListFile(archive).readTwice(
    chunk: 66 + Int(input[1] % 32), buffer: 2 + Int(input[2] % 64), longestLine: 64)
  guard changes < 2, reading.summary.isComplete, reading.summary.container.archive != nil else {
    return
  }
  let lines = files.flatMap {
    $0.bytes.dropLast().split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
  }
  expect(reading.lines == lines, "lines are missing in silence")
}

/// Up to four files of short lines, each with a line feed at its end.
private func files(of input: ArraySlice<UInt8>) -> [(name: String, bytes: [UInt8])] {
  let part = input.count / 4 + 1
  return (0..<4).map { number in
    var text = [UInt8(ascii: "a") + UInt8(number)]
    for (index, byte) in input.dropFirst(number * part).prefix(min(part, 2_000)).enumerated() {
      text.append(byte % 16 == 0 || index % 40 == 39 ? 10 : 0x21 + byte % 94)
    }
    return ("\(number).txt", text + [10])
  }
}

/// Whether a byte is text of a tar archive, over which there is no checksum.
private func isText(
  _ place: Int, of files: [(name: String, bytes: [UInt8])], in archive: [UInt8], isTar: Bool
) -> Bool {
  guard isTar else { return false }
  var start = 0
  for file in files {
    let end = start + 512 + (file.bytes.count + 511) / 512 * 512
    if (start + 512..<end).contains(place) { return true }
    start = end
  }
  return false
}

/// A tar archive made by hand: for each file a header of 512 bytes, and zeros to a multiple of 512.
private func tar(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  var archive: [UInt8] = []
  for file in files {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(file.name, at: 0)
    put("0000644\0", at: 100)
    put(String(String(0o1_0000_0000_0000 + file.bytes.count, radix: 8).suffix(11)), at: 124)
    put("00000000000\0", at: 136)
    put("        0", at: 148)
    put("ustar\u{0}00", at: 257)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(String(String(0o1_000_000 + sum, radix: 8).suffix(6)) + "\0 ", at: 148)
    archive += header + file.bytes
    archive += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
  }
  return archive + [UInt8](repeating: 0, count: 1024)
}
