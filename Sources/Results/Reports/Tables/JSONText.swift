import Diagnostics
import FoundationEssentials

/// A value as one line of JSON, with sorted keys in snake case.
///
///     jsonText(["error": "over-long"])    // {"error":"over-long"}
///
/// - Precondition: The value consists of texts and finite numbers.
package func jsonText(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  do { return escapedJSON(Array(try encoder.encode(value))) } catch {
    preconditionFailure("strings and numbers can be encoded: \(error)")
  }
}
