import Foundation
import TestSupport
import Testing

/// A made-up password that must not appear anywhere: it is planted in lists and searched for in
/// everything that a run leaves behind.
enum Canary {
  /// The part that every planted password contains, and nothing else does.
  static let stem = "Xq7Plugh"

  /// Passwords with the stem: ASCII, UTF-8, Latin-1, controls, text that a spreadsheet or browser
  /// runs.
  static let passwords: [[UInt8]] = {
    let texts = [
      "\(stem)-word1", stem, "Ärger\(stem)ß", "=\(stem)+1", "<b>\(stem)</b>", "user:\(stem)",
      "\u{1B}[31m\(stem)", "\0\u{7}\(stem)\0",
    ]
    let latin1: [UInt8] = [0xE9, 0xFF]
    return texts.map { Array($0.utf8) } + [Array(stem.utf8) + latin1]
  }()

  /// The passwords, one on each line.
  static var text: [UInt8] { Array(passwords.map { $0 + [10] }.joined()) }

  /// The forms that the stem may take when bytes, texts or their encodings are printed.
  static let needles: [(form: String, bytes: [UInt8])] = {
    let bytes = Array(stem.utf8)
    let hex = bytes.map { String($0, radix: 16) }.joined()
    var needles: [(form: String, bytes: [UInt8])] = [
      ("text", bytes), ("UTF-16LE", bytes.flatMap { [$0, 0] }),
      ("UTF-16BE", bytes.flatMap { [0, $0] }), ("UTF-32LE", bytes.flatMap { [$0, 0, 0, 0] }),
      ("hexadecimal", Array(hex.utf8)), ("HEXADECIMAL", Array(hex.uppercased().utf8)),
      ("array", Array(bytes.map(String.init).joined(separator: ", ").utf8)),
      ("JSON array", Array(bytes.map(String.init).joined(separator: ",").utf8)),
      ("backwards", bytes.reversed()),
    ]
    for shift in 0..<3 {
      // The part of its Base64 that does not depend on the bytes before and after it.
      let text = Data(repeating: 0, count: shift) + Data(bytes)
      let encoded = Array(text.base64EncodedString().utf8)
      needles.append(
        ("Base64, shifted by \(shift)", Array(encoded[(shift == 0 ? 0 : 4)..<(text.count / 3 * 4)]))
      )
    }
    return needles
  }()

  /// The form in which bytes contain the stem; nil if they don't.
  static func form(in bytes: Data) -> String? {
    needles.first { bytes.firstRange(of: Data($0.bytes)) != nil }?.form
  }
}

/// A kind of input; every password is planted in each.
struct InputForm: CustomTestStringConvertible, Sendable {
  let name: String
  /// The name of the list.
  var file = "list.txt"
  /// Turns passwords into a list.
  let list: @Sendable ([[UInt8]], TemporaryDirectory) throws -> [UInt8]

  var testDescription: String { name }

  /// All kinds; a new one gets a row.
  static let all: [InputForm] = [
    InputForm(name: "plain") { list, _ in lines(list) },
    InputForm(name: "CR LF") { list, _ in lines(list, "\r\n") },
    InputForm(name: "byte order mark") { list, _ in [0xEF, 0xBB, 0xBF] + lines(list) },
    InputForm(name: "no final line feed") { list, _ in lines(list).dropLast() },
    InputForm(name: "one long line") { list, _ in
      Array(repeatElement(list[0], count: 9000).joined())
    },
    InputForm(name: "gzip", file: "list.gz") { try gzip(lines($0), in: $1) },
    InputForm(name: "two gzip members", file: "list.gz") {
      try gzip(lines($0), in: $1) + gzip(lines($0).dropLast(), in: $1)
    },
    InputForm(name: "gzip that ends early", file: "list.gz") {
      try gzip(lines($0), in: $1).dropLast(9)
    },
    InputForm(name: "damaged gzip", file: "list.gz") {
      var bytes = try gzip(lines($0), in: $1)
      bytes[bytes.count - 6] ^= 1
      return bytes
    },
    InputForm(name: "gzip and other data", file: "list.gz") {
      try gzip(lines($0), in: $1) + lines($0)
    },
    InputForm(name: "gzip of a file with a name", file: "list.gz") { list, directory in
      var bytes = try gzip(lines(list), in: directory)
      bytes[3] |= 8
      bytes.insert(contentsOf: list[0] + [0], at: 10)
      return bytes
    },
    InputForm(name: "UTF-16LE, marked") { list, _ in
      [0xFF, 0xFE] + lines(list).flatMap { [$0, 0] }
    },
    InputForm(name: "UTF-16LE") { list, _ in lines(list).flatMap { [$0, 0] } },
    InputForm(name: "UTF-16BE") { list, _ in lines(list).flatMap { [0, $0] } },
    InputForm(name: "UTF-32") { list, _ in
      [0xFF, 0xFE, 0, 0] + lines(list).flatMap { [$0, 0, 0, 0] }
    },
    InputForm(name: "hexadecimal lines") { list, _ in
      lines(
        list.map {
          Array("$HEX[\($0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())]".utf8)
        })
    },
    InputForm(name: "counted lines") { list, _ in lines(list.map { Array("   1234 ".utf8) + $0 }) },
    InputForm(name: "users and passwords") { list, _ in
      lines(list.map { Array("\(Canary.stem)@example.org:".utf8) + $0 })
    },
    InputForm(name: "CSV") { list, _ in
      lines(
        [Array("user,password".utf8)] + list.map { Array("\(Canary.stem),\"".utf8) + $0 + [34] })
    },
    InputForm(name: "zip", file: "list.zip") {
      try packed("python3 -c '\(zipper)'", lines($0), in: $1)
    },
    InputForm(name: "tar", file: "list.tar") {
      try packed("python3 -c '\(tarrer)'", lines($0), in: $1)
    },
    InputForm(name: "xz", file: "list.xz") { try packed("xz -c", lines($0), in: $1) },
    InputForm(name: "bzip2", file: "list.bz2") { try packed("bzip2 -c", lines($0), in: $1) },
    InputForm(name: "zstd", file: "list.zst") { try packed("zstd -qc", lines($0), in: $1) },
    InputForm(name: "cut xz", file: "list.xz") {
      try packed("xz -c", lines($0), in: $1).dropLast(20)
    },
    InputForm(name: "cut zip", file: "list.zip") {
      try packed("python3 -c '\(zipper)'", lines($0), in: $1).dropLast(30)
    },
    InputForm(name: "nothing", file: "\(Canary.stem).txt".lowercased()) { _, _ in [] },
  ]

  private static func lines(_ passwords: [[UInt8]], _ end: String = "\n") -> [UInt8] {
    passwords.flatMap { $0 + Array(end.utf8) }
  }
}

private let zipper = """
  import sys, zipfile
  with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED) as archive:
      archive.writestr("member.txt", sys.stdin.buffer.read())
  """

private let tarrer = """
  import io, sys, tarfile
  text = sys.stdin.buffer.read()
  with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as archive:
      member = tarfile.TarInfo("member.txt")
      member.size = len(text)
      archive.addfile(member, io.BytesIO(text))
  """

/// Packs bytes with a tool of the system.
private func packed(
  _ command: String, _ bytes: [UInt8], in directory: TemporaryDirectory
) throws -> [UInt8] {
  try output(of: "\(command) < '\(directory.file("in/.plain", bytes))'")
}
