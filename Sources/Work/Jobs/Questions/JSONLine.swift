import FoundationEssentials
import Passwords
import Reports

/// One line of JSON: an object whose members are found by name.
struct JSONLine: Concealing {
  private let members: [String: JSONValue]?
  private let line: [UInt8]

  /// Parses a line; one that is not an object has no members.
  init(_ line: some Sequence<UInt8>) {
    self.line = Array(line)
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

  /// What is wrong with a line that lacks some members: half a surrogate pair, or the members.
  func expectation(_ members: String) -> String {
    loneSurrogate.map { "\($0) is half a surrogate pair, and no character" }
      ?? "expected an object with \(members)"
  }

  /// An escape of a code unit of UTF-16 whose other half does not follow or precede.
  private var loneSurrogate: String? {
    var index = 0
    var high: String?
    while index < line.count {
      guard line[index] == UInt8(ascii: "\\") else {
        if high != nil { return high }
        index += 1
        continue
      }
      let escape = String(decoding: line[index...].prefix(6), as: UTF8.self)
      let unit = escape.hasPrefix("\\u") ? UInt16(escape.dropFirst(2), radix: 16) : nil
      let isLow = unit.map { UTF16.isTrailSurrogate($0) } ?? false
      if (high != nil) != isLow { return high ?? escape }
      high = unit.map { UTF16.isLeadSurrogate($0) } ?? false ? escape : nil
      index += unit == nil ? 2 : 6
    }
    return high
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
struct UnansweredQuestion: Error, Hashable {
  /// The reason, as a sentence.
  let message: String
}
