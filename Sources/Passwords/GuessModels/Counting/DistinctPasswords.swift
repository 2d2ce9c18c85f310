@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) import Files

/// Takes passwords of which each counts once, in bounded memory.
///
///     var distinct = DistinctPasswords(memory: 1 << 28, directory: "/tmp")
///     try distinct.add("abc123".utf8.span)             // once a line
///     try DistinctPasswords.count([distinct], into: &counter)
///
/// Passwords go to one of 256 parts by their fingerprint. When memory is full, the parts go to a
/// temporary file, encrypted with a key that exists only in memory. Equal passwords share a part, so the
/// parts are read one after the other, and equal passwords are compared byte by byte.
package struct DistinctPasswords: Sendable {
  /// The passwords of each part in memory: two bytes with the length, then the bytes.
  private var parts = [[UInt8]](repeating: [], count: partCount)
  private var byteCount = 0
  /// The places of each part in the file.
  private var places = [[Range<Int>]](repeating: [], count: partCount)
  private var file: PartFile?
  private var written = 0
  private let memory: Int
  private let directory: String

  private static let partCount = 256

  /// The temporary file.
  private final class PartFile: Sendable {
    let file: UnnamedFile

    init(in directory: String) throws(SystemError) { file = try UnnamedFile(in: directory) }
  }

  /// Makes an empty set.
  ///
  /// - Parameters:
  ///   - memory: The most bytes to hold in memory, about.
  ///   - directory: The directory of temporary files.
  package init(memory: Int, directory: String) {
    self.memory = memory
    self.directory = directory
  }

  /// Adds a password of at most 65,535 bytes; a longer one is cut, and still too long for a model.
  package mutating func add(_ password: Span<UInt8>) throws(Problem) {
    let password = password.extracting(first: min(password.count, Int(UInt16.max)))
    let part = Int(xxh3(password.raw) >> 56)
    parts[part].append(UInt8(truncatingIfNeeded: password.count))
    parts[part].append(UInt8(truncatingIfNeeded: password.count >> 8))
    for index in password.indices { parts[part].append(password[index]) }
    byteCount += password.count + 2
    if byteCount > memory { try spill() }
  }

  private mutating func spill() throws(Problem) {
    do throws(SystemError) {
      let file: PartFile
      if let open = self.file { file = open } else { file = try PartFile(in: directory) }
      self.file = file
      for part in parts.indices where !parts[part].isEmpty {
        try file.file.write(parts[part], at: written)
        places[part].append(written..<written + parts[part].count)
        written += parts[part].count
        parts[part] = []
      }
    } catch {
      throw .temporary(directory, error)
    }
    byteCount = 0
  }

  /// The bytes of a part, those in the file first.
  private func bytes(of part: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      for place in places[part] {
        if let file { bytes += try file.file.bytes(at: place.lowerBound, count: place.count) }
      }
    } catch {
      throw .temporary(directory, error)
    }
    return bytes + parts[part]
  }

  /// Counts each password of several sets once.
  package static func count(
    _ sets: [DistinctPasswords], into counter: inout PasswordCounter
  ) throws(Problem) {
    for part in 0..<partCount {
      var bytes: [UInt8] = []
      for set in sets { bytes += try set.bytes(of: part) }
      try countOnce(bytes, into: &counter)
    }
  }

  /// Counts each password of a part once.
  private static func countOnce(
    _ bytes: [UInt8], into counter: inout PasswordCounter
  ) throws(Problem) {
    let text = bytes.span
    // Where passwords begin, by their hashes: at least twice as many places as passwords.
    var passwords = 0
    var start = 0
    func end(of start: Int) -> Int { start + 2 + Int(text[start]) + Int(text[start + 1]) << 8 }
    while start < text.count {
      start = end(of: start)
      passwords += 1
    }
    let bits = Int.bitWidth - (2 * passwords).leadingZeroBitCount
    var starts = [Int](repeating: -1, count: 1 << bits)
    start = 0
    while start < text.count {
      let password = text.extracting(start + 2..<end(of: start))
      var place = Int(truncatingIfNeeded: xxh3(password.raw)) & (1 << bits - 1)
      while starts[place] >= 0 {
        let other = text.extracting(starts[place] + 2..<end(of: starts[place]))
        if areEqual(password, other) { break }
        place = (place + 1) & (1 << bits - 1)
      }
      if starts[place] < 0 {
        starts[place] = start
        try counter.add(password)
      }
      start = end(of: start)
    }
  }

  private static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }
}
