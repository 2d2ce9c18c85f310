/// The library that inflates gzip members and deflated files in zip archives.
///
/// libdeflate always inflates members that state their size (``SizedMembers``).
package enum GzipDecoder: Hashable, Sendable, CaseIterable {
  /// ISA-L if it is installed and the list can be read again; otherwise zlib.
  ///
  /// If ISA-L refuses a member, zlib reads it again.
  case fastest
  /// Only zlib; tests also read each list this way.
  case zlib

  /// Makes a decoder before the first member.
  ///
  /// - Parameters:
  ///   - frame: The container of the compressed data.
  ///   - isRereadable: Whether members can be read again.
  /// - Returns: Nil if memory is short.
  func make(_ frame: Inflater.Frame = .gzip, isRereadable: Bool) -> (any Decoder)? {
    if self == .fastest, isRereadable, let inflater = FastInflater(frame) { return inflater }
    return Inflater(frame)
  }
}
