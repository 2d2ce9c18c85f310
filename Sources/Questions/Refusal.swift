import Requests

/// The reason why a question cannot be answered.
package struct Refusal: Error, Hashable {
  /// The reason, as a sentence.
  package let message: String

  /// Makes a refusal with a reason.
  package init(message: String) { self.message = message }
}
