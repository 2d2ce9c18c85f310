/// Reports a problem as soon as it occurs.
package typealias ProblemHandler = @Sendable (any Diagnosable) -> Void

/// Preparation has failed; a ``ProblemHandler`` has already received every reason.
package struct ProblemsTold: Error, Hashable {
  /// Makes the error, which carries no data.
  package init() {}
}
