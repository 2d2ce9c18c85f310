/// The library that inflates gzip members, and deflated files in zip archives.
///
/// Members that state their size (``SizedMembers``) are inflated by libdeflate in any case.
package enum GzipDecoder: Hashable, Sendable, CaseIterable {
  /// ISA-L where it is installed and the list can be read again; zlib elsewhere.
  ///
  /// zlib reads a member again if ISA-L refuses it.
  case fastest
  /// zlib alone: tests read each list with it, too.
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
