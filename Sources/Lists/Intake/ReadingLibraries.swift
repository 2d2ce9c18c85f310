import CBzip2
import CCrypto
import CDeflate
import CLZ4
import CLZMA
import CSevenZip
import CZlib
import CZstd

/// The C libraries that unpack lists and hash bytes.
package enum ReadingLibraries {
  /// Their names and versions, such as `zlib 1.2.13`, in alphabetical order.
  ///
  /// For libarchive, which is loaded only when an archive is read, and ISA-L, which does not report
  /// its version, this is the version at build time. ISA-L is left out if it is not installed.
  package static var versions: [String] {
    // SAFETY: each function returns a constant text that ends in a zero byte.
    // OpenSSL's text begins with its name and ends with its release date.
    let openSSL = unsafe String(cString: OpenSSL_version(OPENSSL_VERSION))
      .split(separator: " ").prefix(2).joined(separator: " ")
    let bzip2 = unsafe String(cString: BZ2_bzlibVersion()).prefix { $0 != "," }
    let lz4 = unsafe String(cString: LZ4_versionString())
    let isal = FastInflater.version.map { ["ISA-L \($0)"] } ?? []
    return unsafe ["bzip2 \(bzip2)"] + isal + [
      "libarchive \(ARCHIVE_VERSION_ONLY_STRING)",
      "libdeflate \(LIBDEFLATE_VERSION_STRING)",
      "liblzma \(String(cString: lzma_version_string()))", "lz4 \(lz4)", openSSL,
      "zlib \(String(cString: zlibVersion()))", "zstd \(String(cString: ZSTD_versionString()))",
    ]
  }
}
