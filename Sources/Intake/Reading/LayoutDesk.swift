import Workers

/// Where the layout of one list's lines is settled, and what became of them is added up.
///
/// Chunks are accounted for in any order; a line's number needs those before it, so what is known of
/// later ones waits here, for as many chunks as are on their way at most.
package final class LayoutDesk: Sendable {
  private let request: LayoutRequest
  private let list: String
  private let book = Locked(Book())

  private struct Book {
    var reading: LayoutReading?
    /// What the text at hand is read as.
    var layout = LineLayout.plain
    var refusal: LayoutProblem?
    /// Chunks given out.
    var given = 0
    /// Chunks accounted for without a gap, and the lines in them.
    var settled = 0
    var lines: UInt64 = 0
    var malformed: UInt64 = 0
    var firstMalformed: UInt64?
    /// Accounts that came out of turn, by the chunk's number.
    var waiting: [Int: PasswordLines.Account] = [:]
  }

  /// Knows nothing of the list yet.
  ///
  /// - Parameters:
  ///   - request: How its lines are to be read.
  ///   - list: Its name, for messages.
  package init(_ request: LayoutRequest, list: String) {
    self.request = request
    self.list = list
  }

  /// Takes the list's next chunk; nil where it cannot be told how to read it.
  package func parcel(_ chunk: Chunk) -> Parcel? {
    book.withLock { book in
      var hasHeader = false
      if book.given == 0 {
        do throws(LayoutProblem) {
          let reading = try chunk.withText { text throws(LayoutProblem) in
            try LayoutReading(of: text, request, list: list)
          }
          (book.reading, book.layout, hasHeader) = (reading, reading.layout, reading.hasHeader)
        } catch {
          book.refusal = error
          return nil
        }
      } else if chunk.beginsText, let reading = book.reading, reading.layout != .plain {
        (book.layout, hasHeader) = chunk.withText { reading.forNext($0, request) }
      }
      defer { book.given += 1 }
      return Parcel(
        chunk: chunk, number: book.given, layout: book.layout, hasHeader: hasHeader,
        desk: book.layout == .plain ? nil : self)
    }
  }

  /// Takes the account of a chunk.
  package func enter(_ account: PasswordLines.Account, of parcel: Parcel) {
    book.withLock { book in
      book.waiting[parcel.number] = account
      while let next = book.waiting.removeValue(forKey: book.settled) {
        if next.malformed > 0, book.firstMalformed == nil {
          book.firstMalformed = book.lines &+ next.firstMalformed
        }
        book.malformed &+= next.malformed
        book.lines &+= next.lines
        book.settled += 1
      }
    }
  }

  /// Whether all chunks that were given out are accounted for; plain ones have no account.
  package var isSettled: Bool {
    book.withLock { $0.reading?.layout ?? .plain == .plain || $0.settled == $0.given }
  }

  /// The account of the list with what is known here, once all chunks are accounted for.
  package func settled(_ summary: ListSummary) -> ListSummary {
    let book = book.withLock { $0 }
    var summary = summary
    if let refusal = book.refusal {
      summary.refuse(refusal)
    } else if let reading = book.reading {
      summary.note(
        reading, malformed: book.malformed, of: book.lines, first: book.firstMalformed ?? 0)
    }
    return summary
  }
}
