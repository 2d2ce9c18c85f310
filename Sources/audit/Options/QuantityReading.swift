import ArgumentParser
import Requests

/// Turns a reader of ``Preparing/Quantity`` into the transform of an option, which reports its
/// problem as a usage error.
func typed<Value>(
  _ read: @escaping @Sendable (String) throws(QuantityProblem) -> Value
) -> @Sendable (String) throws -> Value {
  { text in
    do throws(QuantityProblem) { return try read(text) } catch {
      throw ValidationError(error.description)
    }
  }
}
