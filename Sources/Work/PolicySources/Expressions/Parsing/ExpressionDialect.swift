/// How an engine reads an expression, as far as engines differ.
package enum ExpressionDialect: Hashable, Sendable {
  /// JavaScript's, with the flag `u`.
  case javaScript
  /// HTML's `pattern`: JavaScript's, with the flag `v`.
  case html
  /// Java's.
  case java
}

/// What an expression must match.
package enum ExpressionMode: Hashable, Sendable {
  /// Some part of the password.
  case search
  /// The whole password.
  case full
}
