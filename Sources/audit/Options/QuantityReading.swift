import ArgumentParser
import Preparing

/// Makes one of the readers of ``Preparing/Quantity`` the transform of an option, so that its
/// problem is told as wrong usage.
func typed<Value>(
  _ read: @escaping @Sendable (String) throws(QuantityProblem) -> Value
) -> @Sendable (String) throws -> Value {
  { text in
    do throws(QuantityProblem) { return try read(text) } catch {
      throw ValidationError(error.description)
    }
  }
}
