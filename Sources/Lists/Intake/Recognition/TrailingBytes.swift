/// The bytes after the last member of compressed data.
package enum TrailingBytes: Hashable, Sendable {
  /// A little text, which `gzip -d` ignores with a warning, like this program.
  case text
  /// Bytes that look like another member with a damaged signature.
  case member
  /// Other bytes.
  case other

  /// The most bytes that may be ignored.
  static let longest = 65_536

  /// Judges the bytes after the last member and after any zeros.
  ///
  /// - Parameters:
  ///   - bytes: The first of these bytes; more than ``longest`` only if there are more.
  ///   - format: The format of the members.
  ///   - isBehindZeros: Whether the byte before is 0, which may be part of a signature.
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

  /// The description in messages.
  var words: String {
    switch self {
    case .text, .other: "other data"
    case .member: "a member with a damaged signature"
    }
  }
}

extension PackedFormat {
  /// Whether the usual program ignores text after the last member; those of zstd, xz and lz4 fail.
  var ignoresTrailingText: Bool {
    switch self {
    case .gzip, .bzip2, .lzip: true
    case .xz, .zstd, .lz4, .tar, .zip, .sevenZip: false
    }
  }

  /// The number of zeros after a member must be a multiple of this; nil if no zeros are permitted.
  var zeroPadding: UInt64? {
    switch self {
    case .gzip, .bzip2, .lzip: 1
    case .xz: 4
    case .zstd, .lz4, .tar, .zip, .sevenZip: nil
    }
  }
}
