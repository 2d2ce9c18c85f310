package import Diagnostics

/// Tells somebody of a problem as soon as it is met.
package typealias ProblemHandler = @Sendable (any Diagnosable) -> Void

/// Says that something cannot be prepared, after every reason was told to a ``ProblemHandler``.
package struct ProblemsTold: Error, Hashable {
  /// Adds nothing to what was told.
  package init() {}
}
