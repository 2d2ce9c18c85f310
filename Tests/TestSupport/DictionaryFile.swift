import Foundation

/// The ranked words of `Sources/C/CEmbeddedData/Data/dictionaries.bin`, from which the tries and the
/// index of the program are made: read here, since the program holds no copy of it.
package enum DictionaryFile {
  /// A word with the number of its list and its rank there, from 1.
  package struct Entry: Hashable, Sendable {
    package let list: UInt8
    package let rank: Int
    package let word: [UInt8]
  }

  /// All words in ascending order of their bytes.
  ///
  /// - Throws: what `Foundation` says of a missing file, or ``Malformed``.
  package static func entries() throws -> [Entry] {
    let url = Repository.root.appending(path: "Sources/C/CEmbeddedData/Data/dictionaries.bin")
    let bytes = [UInt8](try Data(contentsOf: url))
    var entries: [Entry] = []
    var word: [UInt8] = []
    var offset = 4
    while offset + 2 <= bytes.count {
      let (shared, list) = (Int(bytes[offset] & 31), bytes[offset] >> 5)
      let end = offset + 2 + Int(bytes[offset + 1])
      guard shared <= word.count, end + 2 <= bytes.count else { throw Malformed(offset: offset) }
      word = Array(word.prefix(shared)) + bytes[offset + 2..<end]
      let rank = Int(bytes[end]) | Int(bytes[end + 1]) << 8
      entries.append(Entry(list: list, rank: rank, word: word))
      offset = end + 2
    }
    let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard entries.count == count, offset == bytes.count else { throw Malformed(offset: offset) }
    return entries
  }

  /// A record that the format does not permit.
  package struct Malformed: Error {
    /// Its place in the file.
    package let offset: Int
  }
}
