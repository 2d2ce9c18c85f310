/// What stands behind the last member of compressed data.
package enum TrailingBytes: Hashable, Sendable {
  /// A little text, which `gzip -d` ignores with a warning, and so do we.
  case text
  /// What begins like another member, with a signature that is damaged.
  case member
  /// Anything else.
  case other

  /// Bytes that may be ignored at most.
  static let longest = 65_536

  /// Judges the bytes behind the last member and any zeros.
  ///
  /// - Parameters:
  ///   - bytes: The first of them; more than ``longest`` only where there are more.
  ///   - format: What they stand behind.
  ///   - isBehindZeros: Whether the byte before is 0, and may be a part of a signature.
  init(_ bytes: [UInt8], behind format: PackedFormat, isBehindZeros: Bool) {
    if format.almostBegins(bytes) || isBehindZeros && format.almostBegins([0] + bytes) {
      self = .member
    } else if format.ignoresTrailingText && bytes.count <= Self.longest && TextShare(bytes).isClean
    {
      self = .text
    } else {
      self = .other
    }
  }

  /// What it is, as a message says it.
  var words: String {
    switch self {
    case .text, .other: "other data"
    case .member: "a member with a damaged signature"
    }
  }
}

extension PackedFormat {
  /// Whether the usual program ignores text behind the last member: those of zstd, xz and lz4 fail.
  var ignoresTrailingText: Bool {
    switch self {
    case .gzip, .bzip2, .lzip: true
    case .xz, .zstd, .lz4, .tar, .zip, .sevenZip: false
    }
  }

  /// How many zeros may stand behind a member, as a number that theirs must be a multiple of; nil
  /// where none may.
  var zeroPadding: UInt64? {
    switch self {
    case .gzip, .bzip2, .lzip: 1
    case .xz: 4
    case .zstd, .lz4, .tar, .zip, .sevenZip: nil
    }
  }
}
