package import Blocklists
package import Intake
import Passwords

extension BlocklistBuilder {
  /// Adds every line of a list as a value.
  ///
  /// Skips empty lines and lines longer than ``Recipe/longestLine`` for every comparison: no
  /// audited password has as many bytes.
  ///
  /// - Returns: The summary of the list; a fault ends reading early.
  package mutating func addLines(of input: ListInput, stop: StopFlag? = nil) -> ListSummary {
    var reader = ListReader(input, longestLine: Recipe.longestLine, stop: stop)
    let chunk = Chunk()
    while reader.fill(chunk) {
      chunk.withText { text in
        let bytes = Span<UInt8>(_bytes: text)
        var start = 0
        for end in bytes.indices where bytes[end] == 10 {
          let stripped = end > start && bytes[end - 1] == 13 ? end - 1 : end
          if stripped - start <= Recipe.longestLine {
            add(bytes.extracting(start..<stripped))
          }
          start = end + 1
        }
      }
    }
    return reader.summary
  }
}
