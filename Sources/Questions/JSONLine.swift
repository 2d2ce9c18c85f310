import FoundationEssentials
import Passwords
import Reporting

/// One line of JSON: an object whose members are found by name.
struct JSONLine: Concealing {
  private let members: [String: JSONValue]?

  /// Parses a line; one that is not an object has no members.
  init(_ line: some Sequence<UInt8>) {
    members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line))
  }

  /// The value of a string member.
  func string(_ name: String) -> String? {
    if case .string(let text) = members?[name] { text } else { nil }
  }

  /// Whether a member exists, but is neither null nor a string.
  func isOdd(_ name: String) -> Bool {
    switch members?[name] {
    case nil, .null, .string: false
    case .other: true
    }
  }

  /// `{"error": …}`, for a line that cannot be answered.
  static func error(_ message: String) -> [UInt8] { jsonText(["error": message]) }
}

/// A JSON value, decoded completely so that any fault makes the line invalid.
private enum JSONValue: Decodable {
  case string(String)
  case null
  case other

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else {
      self = .other
      if (try? value.decode(Bool.self)) != nil || (try? value.decode(Double.self)) != nil { return }
      if (try? value.decode([JSONValue].self)) != nil { return }
      _ = try value.decode([String: JSONValue].self)
    }
  }
}

/// The reason why a question cannot be answered.
struct Refusal: Error, Hashable {
  /// The reason, as a sentence.
  let message: String
}
