/// The accounts that a group's file names.
///
/// A name a line (`user`, `DOMAIN\user`, `user@domain`), or the blocks that PowerView prints.
package struct Members {
  /// A member's domain and user, and the number of its line, from 1.
  package typealias Member = (domain: [UInt8], user: [UInt8], line: Int)

  /// The members in order.
  package private(set) var members: [Member] = []

  /// Reads a file in UTF-8.
  package init(_ text: Span<UInt8>) {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let end = text.first(0x0A, in: start..<text.count) ?? text.count
      lines.append(text.trimmed(start..<end))
      start = end + 1
    }
    let areBlocks = lines.contains { text.begins($0, with: "MemberName") }
    var domain: [UInt8] = []
    for (number, line) in lines.enumerated() where !line.isEmpty {
      if !areBlocks {
        let name = FoldedName.foreign(text.array(line))
        members.append((name.domain, name.user, number + 1))
        continue
      }
      let colon = text.first(0x3A, in: line) ?? line.upperBound
      let key = text.trimmed(line.lowerBound..<colon)
      let value = text.trimmed(min(colon + 1, line.upperBound)..<line.upperBound)
      if text.equals(key, "MemberDomain") {
        domain = text.array(value)
      } else if text.equals(key, "MemberName") {
        members.append((domain, text.array(value), number + 1))
      }
    }
  }
}

/// Which strata of a directory are shown, and which are too small and are joined.
package enum Strata {
  /// Joins strata with too few accounts, and more of the smallest if these together are too few,
  /// so that nobody is found by subtraction.
  ///
  /// - Returns: The labels to show, sorted, and the ones to join, smallest first.
  package static func joined(
    _ sizes: [(label: [UInt8], accounts: Int)], floor: Int
  ) -> (shown: [[UInt8]], joined: [[UInt8]]) {
    var order = sizes.sorted {
      $0.accounts != $1.accounts
        ? $0.accounts < $1.accounts : $0.label.lexicographicallyPrecedes($1.label)
    }[...]
    var joined: [(label: [UInt8], accounts: Int)] = []
    var sum = 0
    while let next = order.first, next.accounts < floor || (!joined.isEmpty && sum < floor) {
      order.removeFirst()
      joined.append(next)
      sum += next.accounts
    }
    let shown = order.map(\.label).sorted { $0.lexicographicallyPrecedes($1) }
    return (shown, joined.map(\.label))
  }
}
