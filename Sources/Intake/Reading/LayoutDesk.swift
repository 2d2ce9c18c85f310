import Workers

/// Determines the layout of one list's lines, and adds up the accounts of its chunks.
///
/// Chunks may finish in any order. Since a line's number depends on the earlier chunks, later
/// accounts wait here; at most as many as there are chunks in progress.
package final class LayoutDesk: Sendable {
  private let request: LayoutRequest
  private let list: String
  private let takesAnyText: Bool
  private let book = Locked(Book())

  private struct Book {
    var reading: LayoutReading?
    /// The layout of the current text.
    var layout = LineLayout.plain
    var refusal: LayoutProblem?
    /// The number of chunks passed on.
    var given = 0
    /// The number of chunks up to the first one without an account, and their lines.
    var settled = 0
    var lines: UInt64 = 0
    var malformed: UInt64 = 0
    var firstMalformed: UInt64?
    var unlikeSeparators: UInt64 = 0
    /// Accounts that arrived before their turn, by chunk number.
    var waiting: [Int: PasswordLines.Account] = [:]
  }

  /// Starts before the first chunk.
  ///
  /// - Parameters:
  ///   - request: The requested layout.
  ///   - list: The list's name, for messages.
  ///   - takesAnyText: Whether text is read that does not look like passwords.
  package init(_ request: LayoutRequest, list: String, takesAnyText: Bool = false) {
    self.request = request
    self.list = list
    self.takesAnyText = takesAnyText
  }

  /// Makes a parcel of the list's next chunk; nil if the layout cannot be determined.
  package func parcel(_ chunk: Chunk) -> Parcel? {
    book.withLock { book in
      var headerEnd = 0
      if book.given == 0 {
        do throws(LayoutProblem) {
          let reading = try chunk.withText { text throws(LayoutProblem) in
            try LayoutReading(of: text, request, list: list, takesAnyText: takesAnyText)
          }
          (book.reading, book.layout, headerEnd) = (reading, reading.layout, reading.headerEnd)
        } catch {
          book.refusal = error
          return nil
        }
      } else if chunk.beginsText, let reading = book.reading, reading.layout != .plain {
        (book.layout, headerEnd) = chunk.withText { reading.forNext($0, request) }
      }
      defer { book.given += 1 }
      return Parcel(
        chunk: chunk, number: book.given, layout: book.layout, headerEnd: headerEnd, desk: self)
    }
  }

  /// Adds the account of a chunk.
  package func enter(_ account: PasswordLines.Account, of parcel: Parcel) {
    book.withLock { book in
      book.waiting[parcel.number] = account
      while let next = book.waiting.removeValue(forKey: book.settled) {
        if next.malformed > 0, book.firstMalformed == nil {
          book.firstMalformed = book.lines &+ next.firstMalformed
        }
        book.malformed &+= next.malformed
        book.unlikeSeparators &+= next.furtherSeparators
        book.lines &+= next.lines &+ next.continued
        book.settled += 1
      }
    }
  }

  /// Whether every chunk has its account; plain chunks need none.
  package var isSettled: Bool {
    book.withLock { $0.reading?.layout.isPlain != false || $0.settled == $0.given }
  }

  /// The summary of the list, completed with the accounts of all chunks.
  package func settled(_ summary: ListSummary) -> ListSummary {
    let book = book.withLock { $0 }
    var summary = summary
    if let refusal = book.refusal {
      summary.refuse(refusal)
    } else if let reading = book.reading {
      summary.note(
        reading, malformed: book.malformed, of: book.lines, first: book.firstMalformed ?? 0,
        unlike: book.unlikeSeparators)
    }
    return summary
  }
}
