import CUTF8Proc

/// Wraps utf8proc.
enum UTF8Proc {
  /// Lends a normalisation form of a text; nil if the text is not well-formed UTF-8.
  static func with<Result>(
    _ text: RawSpan, _ form: utf8proc_option_t, _ body: (RawSpan?) -> Result
  ) -> Result {
    // Canonical decomposition gives at most 1.5 code points per byte. Compatibility decomposition
    // may give more; then the function returns the needed number.
    with(text, form, codePointCapacity: 2 * text.byteCount, body)
  }

  private static func with<Result>(
    _ text: RawSpan, _ form: utf8proc_option_t, codePointCapacity: Int, _ body: (RawSpan?) -> Result
  ) -> Result {
    // SAFETY: `utf8proc_decompose` writes at most the given capacity and returns the number of code
    // points, or a negative number if the bytes are not UTF-8. `utf8proc_reencode` turns them in
    // place into at most four bytes each and a zero, for which there is one extra place. It returns
    // the number of bytes that it has written.
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: codePointCapacity + 1) {
      codePoints in
      let count = unsafe text.withUnsafeBytes { bytes in
        unsafe utf8proc_decompose(
          bytes.baseAddress, bytes.count, codePoints.baseAddress, codePointCapacity, form)
      }
      if count > codePointCapacity { return with(text, form, codePointCapacity: count, body) }
      if count < 0 { return body(nil) }
      let byteCount = unsafe utf8proc_reencode(codePoints.baseAddress, count, form)
      if byteCount < 0 { return body(nil) }
      return unsafe body(UnsafeRawBufferPointer(codePoints).bytes.extracting(first: byteCount))
    }
  }
}
