import CZlib
import CZstd

/// Packs blocks of bytes independently, so that many can be packed at once.
///
/// Concatenated in order, with the ``ending`` appended, they form one file.
///
///     let packer = Packer(forName: "kept.txt.gz")
///     let file = blocks.flatMap { packer?.pack($0) ?? [] } + (packer?.ending ?? [])
package struct Packer: Hashable, Sendable {
  /// The format of a packed file.
  package enum Format: Hashable, Sendable {
    /// Gzip members of at most 64 KiB that state their size, like those of `bgzip`: every gzip
    /// program can read them, and this one reads them in parallel.
    case gzip
    /// One Zstandard frame for each block.
    case zstd
  }

  package let format: Format

  /// Makes a packer for a format.
  package init(_ format: Format) { self.format = format }

  /// Makes a packer for a file name that ends in `.gz` or `.zst`; nil for other names.
  package init?(forName name: String) {
    if name.hasSuffix(".gz") {
      self.init(.gzip)
    } else if name.hasSuffix(".zst") {
      self.init(.zstd)
    } else {
      return nil
    }
  }

  /// Packs a block of any size.
  ///
  /// - Returns: The packed block; nil if memory is short.
  /// - Complexity: O(bytes); some 50 MB/s for gzip and 300 for Zstandard.
  package func pack(_ block: [UInt8]) -> [UInt8]? {
    if block.isEmpty { return [] }
    switch format {
    case .zstd: return frame(of: block)
    case .gzip:
      var packed: [UInt8] = []
      for start in stride(from: 0, to: block.count, by: GzipMember.mostBytes) {
        let end = min(start + GzipMember.mostBytes, block.count)
        guard let member = GzipMember.packing(block[start..<end]) else { return nil }
        packed += member
      }
      return packed
    }
  }

  /// Packs bytes into one raw deflate stream (RFC 1951), which browsers read.
  ///
  /// - Returns: The stream; nil if memory is short, or for 4 GB and more.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8]? { GzipMember.deflate(bytes[...]) }

  /// The end of a file: for gzip an empty member, which marks the file as complete.
  package var ending: [UInt8] {
    switch format {
    case .gzip: GzipMember.packing([]) ?? []
    case .zstd: []
    }
  }

  private func frame(of block: [UInt8]) -> [UInt8]? {
    let frame = unsafe [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(block.count)) {
      packed, count in
      // SAFETY: both buffers are valid during the call; zstd writes only within one and reads only
      // within the other.
      let size = unsafe block.withUnsafeBytes {
        unsafe ZSTD_compress(packed.baseAddress, packed.count, $0.baseAddress, $0.count, 3)
      }
      count = ZSTD_isError(size) == 0 ? size : 0
    }
    return frame.isEmpty ? nil : frame
  }
}
