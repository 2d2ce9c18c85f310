import Diagnostics
import Overview

extension Summary {
  /// The commonest shapes of passwords; nothing unless they were counted.
  var shapes: [String] {
    let shapes = overview.shapes
    guard let widest = shapes.first?.part.share else { return [] }
    let width = min(max(shapes.map(\.text.count).max() ?? 0, 8), columns / 2 - 4)
    let barColumns = max(10, columns - width - 27)
    return [
      ink.strong("shape") + "  l lowercase, U uppercase, d digit, ! special, o other; the commonest"
    ]
      + shapes.map { text, part in
        "  " + clipped(text, to: width).padded(to: width + 2)
          + bar(widest > 0 ? part.share / widest : 0, columns: barColumns).padded(to: barColumns)
          + part.grouped.indented(to: 14) + part.percent.indented(to: 9)
      }
  }
}
