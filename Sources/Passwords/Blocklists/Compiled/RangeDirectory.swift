package import Diagnostics
import Files
import Glibc

/// A directory of range files, the download format of Pwned Passwords: one file for each of the
/// 1,048,576 prefixes of five hexadecimal digits.
///
/// Each line holds the remaining digits, a colon and a count.
///
/// All files must exist and have sorted lines, since nothing else distinguishes a broken download
/// from a complete one. Empty files are refused too, unless there are so few values that some files
/// are empty by chance. Lines with a count of 0 are padding and may be anywhere.
package struct RangeDirectory: Sendable {
  /// The directory.
  package let path: String
  /// Whether the lines are SHA-1 or NTLM hashes.
  package let form: ListForm

  /// File names by prefix.
  private let names: [String]

  package static let prefixCount = 1 << 20
  /// The size of the largest accepted range file, in bytes; real files have 80,000.
  private static let largest = 1 << 26
  /// The average number of values per file from which an empty file cannot be chance: it would
  /// happen in less than one of a million directories.
  private static let fullAverage = 30

  /// Whether a directory contains files with range file names.
  package static func isRecognised(path: String) -> Bool {
    guard let stream = unsafe opendir(path.systemPath) else { return false }
    defer { unsafe closedir(stream) }
    while let name = unsafe Self.nextName(of: stream) { if prefix(of: name) != nil { return true } }
    return false
  }

  /// Reads the file names in a directory.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - count: How many prefixes are read, from `00000` on; fewer than all in tests.
  /// - Throws: ``Problem`` if the directory cannot be read or prefixes are missing.
  package init(path: String, prefixes count: Int = prefixCount) throws(Problem) {
    self.path = path
    guard let stream = unsafe opendir(path.systemPath) else { throw .unreadable(path, .last) }
    defer { unsafe closedir(stream) }
    var names = [String](repeating: "", count: count)
    while let name = unsafe Self.nextName(of: stream) {
      if let prefix = Self.prefix(of: name), prefix < count { names[prefix] = name }
    }
    let missing = names.indices.filter { names[$0].isEmpty }
    guard missing.isEmpty else {
      throw .missingRanges(
        path, count: missing.count, of: count, first: missing.prefix(5).map(Self.name(of:)))
    }
    self.names = names
    for name in names {
      let file = "\(path)/\(name)"
      let first = try Self.bytes(of: file)
      if first.allSatisfy({ $0 == 10 || $0 == 13 }) { continue }
      switch first.firstIndex(of: UInt8(ascii: ":")) {
      case 35: form = .sha1
      case 27: form = .ntlm
      default: throw .malformedRange(file, line: 1)
      }
      return
    }
    throw .emptyRanges("\(path)/\(names[0])", count: names.count)
  }

  /// Calls `body` with the fingerprint and count of each value, in order, and after each file with
  /// the number of files read; `body` returns false to stop.
  package func forEach<Failure: Error>(
    _ body: (_ fingerprint: UInt64, _ count: UInt64) throws(Failure) -> Void,
    afterFile: (_ done: Int) -> Bool
  ) throws(Failure) -> Problem? {
    var valueCount = 0
    var empty: [String] = []
    for (prefix, name) in names.enumerated() {
      let file = "\(path)/\(name)"
      let bytes: [UInt8]
      do { bytes = try Self.bytes(of: file) } catch { return error }
      if bytes.allSatisfy({ $0 == 10 || $0 == 13 }) { empty.append(file) }
      if let problem = try forEach(in: bytes.span, of: file, prefix, &valueCount, body) {
        return problem
      }
      if !afterFile(prefix + 1) { return nil }
    }
    guard let first = empty.first, valueCount / names.count >= Self.fullAverage else { return nil }
    return .emptyRanges(first, count: empty.count)
  }

  private func forEach<Failure: Error>(
    in bytes: Span<UInt8>, of file: String, _ prefix: Int, _ valueCount: inout Int,
    _ body: (UInt64, UInt64) throws(Failure) -> Void
  ) throws(Failure) -> Problem? {
    let digits = form == .sha1 ? 35 : 27
    var (start, line) = (0, 0)
    var previous: Int?
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      let stripped = end > start && bytes[end - 1] == 13 ? end - 1 : end
      if stripped == start {
        start = end + 1
        continue
      }
      guard stripped - start > digits, bytes[start + digits] == UInt8(ascii: ":"),
        let head = ListForm.hexadecimal(bytes, in: start..<start + 11),
        (start + 11..<start + digits).allSatisfy({ ListForm.nibble(bytes[$0]) != nil }),
        let count = ListForm.number(bytes, in: start + digits + 1..<stripped)
      else { return .malformedRange(file, line: line) }
      if count > 0 {
        if let previous, !Self.isAscending(bytes, previous, start, digits) {
          return .unorderedRange(file, line: line)
        }
        previous = start
        valueCount += 1
      }
      try body(UInt64(prefix) << 44 | head, count)
      start = end + 1
    }
    return nil
  }

  private static func isAscending(
    _ bytes: Span<UInt8>, _ first: Int, _ second: Int, _ digits: Int
  ) -> Bool {
    for offset in 0..<digits {
      let (a, b) = (ListForm.nibble(bytes[first + offset]), ListForm.nibble(bytes[second + offset]))
      if a != b { return a ?? 0 < b ?? 0 }
    }
    return false
  }

  /// The prefix in a file name, with or without `.txt`.
  private static func prefix(of name: String) -> Int? {
    let digits = name.hasSuffix(".txt") ? name.dropLast(4) : name[...]
    guard digits.utf8.count == 5,
      digits.utf8.allSatisfy({ ListForm.nibble($0) != nil })
    else { return nil }
    return Int(digits, radix: 16)
  }

  private static func name(of prefix: Int) -> String {
    let digits = String(prefix, radix: 16, uppercase: true)
    return String(repeating: "0", count: 5 - digits.count) + digits
  }

  private static func nextName(of stream: OpaquePointer) -> String? {
    guard let entry = unsafe readdir(stream) else { return nil }
    // SAFETY: the kernel ends the name with a 0, and the entry is valid until the next `readdir`.
    return unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
    }
  }

  private static func bytes(of path: String) throws(Problem) -> [UInt8] {
    do throws(SystemError) { return try SmallFile.bytes(of: path, atMost: largest) } catch {
      throw .unreadable(path, error)
    }
  }
}

// Why a directory of range files cannot be used.
extension Problem {
  /// Some prefixes have no file.
  fileprivate static func missingRanges(
    _ path: String, count: Int, of whole: Int, first: [String]
  ) -> Problem {
    Problem(
      "missing-ranges", in: path,
      "\(count) of \(whole) range files are missing: "
        + first.joined(separator: ", ") + (count > first.count ? " …" : ""), remedy: fetchAgain)
  }

  /// Some files are empty, of which this is the first.
  fileprivate static func emptyRanges(_ path: String, count: Int) -> Problem {
    Problem(
      "empty-ranges", in: path,
      count == 1
        ? "range file without a line" : "the first of \(count) range files without a line",
      remedy: fetchAgain)
  }

  /// A line is not the rest of a digest and a count.
  fileprivate static func malformedRange(_ path: String, line: Int) -> Problem {
    Problem(
      "malformed-range", in: path, line: line, "the line is not the rest of a hash and a count",
      expected: "35 or 27 hexadecimal digits, a colon and a number", remedy: fetchAgain)
  }

  /// A line is not in order after the previous one.
  fileprivate static func unorderedRange(_ path: String, line: Int) -> Problem {
    Problem(
      "unordered-range", in: path, line: line, "hash that does not sort after the one before",
      remedy: fetchAgain)
  }

  private static let fetchAgain =
    "The download is not whole: fetch what is missing again, then build again."
}
