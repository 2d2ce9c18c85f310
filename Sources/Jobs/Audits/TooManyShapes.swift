package import Diagnostics
import Passwords
import Requests
import Tallies

/// Lists have more shapes than are counted.
package struct TooManyShapes: Diagnosable {
  /// Makes the problem for all lists together.
  package init() {}

  package var location: Location? { nil }
  package var severity: Severity { .warning }
  package var found: String { ShapeCounts.overWords }
  package var expected: String? { "fewer, as in lists of people's passwords" }
  package var remedy: String? { "All else is complete. For shapes, audit the lists one by one." }
}

extension ShapeCounts {
  /// The problem in words.
  fileprivate static var overWords: String { "more than \(limit) shapes; none is counted" }

  /// The reading of shapes, for the manifest.
  var stated: String { isOver ? Self.overWords : Shape.words }
}
