import Diagnostics
import Foundation
import Passwords

/// One line of JSON: an object with members that are looked up by name.
struct JSONLine: Concealing {
  private let members: [String: Any]?

  /// Reads a line; one that is no object has no members.
  init(_ line: some Sequence<UInt8>) {
    members = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
  }

  /// A member that is a string.
  func string(_ name: String) -> String? { members?[name] as? String }

  /// Whether a member that may be missing, or null, is something else than a string.
  func isOdd(_ name: String) -> Bool {
    switch members?[name] {
    case nil, is NSNull, is String: false
    default: true
    }
  }

  /// A value as one line of JSON, keys sorted and in snake case.
  static func text(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do { return escapedJSON(Array(try encoder.encode(value))) } catch {
      preconditionFailure("strings and numbers can be encoded: \(error)")
    }
  }

  /// `{"error": …}`, for a line that cannot be answered.
  static func error(_ message: String) -> [UInt8] { text(["error": message]) }
}
