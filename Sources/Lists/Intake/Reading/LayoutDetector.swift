import Workers

/// Determines the layout of one list's lines, and adds up the counts of its chunks.
///
/// Chunks may finish in any order. Since a line's number depends on the earlier chunks, later
/// counts wait here; at most as many as there are chunks in progress.
package final class LayoutDetector: Sendable {
  private let request: LayoutRequest
  private let list: String
  private let takesAnyText: Bool
  private let state = Locked(State())

  private struct State {
    var reading: LayoutReading?
    /// The layout of the current text.
    var layout = LineLayout.plain
    /// The header of the current text.
    var header: [UInt8] = []
    var refusal: LayoutProblem?
    /// The number of chunks passed on.
    var given = 0
    /// The number of chunks up to the first one without counts, and their lines.
    var settled = 0
    var counts = PasswordLines.Counts()
    /// Counts that arrived before their turn, by chunk number.
    var waiting: [Int: PasswordLines.Counts] = [:]
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

  /// Makes a job of the list's next chunk; nil if the layout cannot be determined.
  package func job(_ chunk: Chunk) -> ChunkJob? {
    state.withLock { state in
      var headerEnd = 0
      if state.given == 0 {
        do throws(LayoutProblem) {
          let reading = try chunk.withText { text throws(LayoutProblem) in
            try LayoutReading(of: text, request, list: list, takesAnyText: takesAnyText)
          }
          (state.reading, state.layout) = (reading, reading.layout)
          headerEnd = reading.headerEnd
          state.header = reading.header
        } catch {
          state.refusal = error
          return nil
        }
      } else if chunk.beginsText, let reading = state.reading, reading.layout != .plain {
        (state.layout, headerEnd, state.header) = chunk.withText { reading.forNext($0, request) }
      }
      if state.reading?.hasMarks == true { chunk.isMarked = true }
      defer { state.given += 1 }
      return ChunkJob(
        chunk: chunk, number: state.given, layout: state.layout, headerEnd: headerEnd,
        header: state.header, detector: self)
    }
  }

  /// Adds the counts of a chunk.
  package func enter(_ counts: PasswordLines.Counts, of job: ChunkJob) {
    state.withLock { state in
      state.waiting[job.number] = counts
      while let next = state.waiting.removeValue(forKey: state.settled) {
        state.counts.add(next)
        state.settled += 1
      }
    }
  }

  /// Whether every chunk has its counts.
  package var isSettled: Bool { state.withLock { $0.settled == $0.given } }

  /// The summary of the list, completed with the counts of all chunks.
  package func settled(_ summary: ListSummary) -> ListSummary {
    let state = state.withLock { $0 }
    var summary = summary
    if let refusal = state.refusal {
      summary.refuse(refusal)
    } else if let reading = state.reading {
      summary.note(reading, state.counts)
    }
    return summary
  }
}
