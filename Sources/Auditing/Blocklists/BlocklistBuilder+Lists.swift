package import Blocklists
package import Intake
import Passwords

extension BlocklistBuilder {
  /// Adds every line of a list as a value.
  ///
  /// Skips empty lines and lines longer than ``Recipe/longestLine``: audited passwords are never
  /// that long.
  ///
  /// - Returns: The summary of the list; a fault ends the reading early.
  package mutating func addLines(of input: ListInput, stop: StopFlag? = nil) -> ListSummary {
    var reader = ListReader(
      input, reading: .blocklists, longestLine: Recipe.longestLine, stop: stop)
    let chunk = Chunk()
    while reader.fill(chunk) {
      forEachLine(of: chunk) { line in
        if line.count <= Recipe.longestLine { add(line) }
        return true
      }
    }
    return reader.summary
  }
}
