import Passwords

/// A number of lines, and the first of them.
package struct FirstAndCount: Sendable {
  /// The number of lines.
  package private(set) var count = 0
  /// The number of the first line; 0 without one.
  package private(set) var line = 0

  /// Begins without a line.
  package init() {}

  /// Counts a line.
  package mutating func add(_ line: Int) {
    if count == 0 || line < self.line { self.line = line }
    count += 1
  }
}

/// States of accounts that are not understood.
package struct UnreadStates: Sendable, Concealing {
  /// The accounts, by their lines.
  package private(set) var lines = FirstAndCount()
  /// The first few different words that should be their states.
  package private(set) var words: [[UInt8]] = []

  /// Begins without a state.
  package init() {}

  /// Counts a word that is no state.
  package mutating func add(_ word: [UInt8], _ line: Int) {
    lines.add(line)
    if words.count < 3, !words.contains(word) { words.append(word) }
  }
}
