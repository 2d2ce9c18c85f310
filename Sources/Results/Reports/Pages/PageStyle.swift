import CPages

/// The page's style sheet; it contains no character that the writer escapes.
package enum PageStyle {
  /// The sheet `page.css`, on one line: the writer would escape a line end.
  package static let text = String(
    decoding: (sheet + Fill.style).utf8.filter { $0 != 10 }, as: UTF8.self)

  // SAFETY: the text is part of the program, and ends in a zero.
  private static let sheet = unsafe String(cString: pages_page_style())
}
