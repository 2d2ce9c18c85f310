import FoundationEssentials
import Reporting
import Requests

/// A question about a keyspace: a JSON object on one line.
package struct KeyspaceQuestion: Hashable, Sendable {
  /// The policy's text.
  package let rules: String
  /// The lengths to count.
  package let lengths: ClosedRange<Int>

  private struct Members: Decodable {
    let rules: String?
    let length: Int?
    let from: Int?
    let to: Int?
  }

  /// Reads a line.
  ///
  /// - Throws: ``Refusal`` if it asks for nothing that can be counted.
  package init(_ line: ArraySlice<UInt8>) throws(Refusal) {
    guard let question = try? JSONDecoder().decode(Members.self, from: Data(line)),
      let rules = question.rules,
      let from = question.length ?? question.from, let to = question.length ?? question.to
    else {
      throw Refusal(
        message: "expected an object with 'rules' and 'length', or 'from' and 'to'")
    }
    guard from >= 0, from <= to else {
      throw Refusal(message: "lengths go from 0 up, not from \(from) to \(to)")
    }
    self.rules = rules
    lengths = from...to
  }
}

extension KeyspaceAnswerer.Answer {
  /// The answer as one line of JSON.
  package var line: [UInt8] { jsonText(KeyspaceLine(answer: self)) }
}

private struct KeyspaceLine: Encodable {
  let answer: KeyspaceAnswerer.Answer

  enum CodingKeys: String, CodingKey { case count, log2, uncounted }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(answer.count, forKey: .count)
    // Written as null explicitly; a synthesised encoding would omit it.
    try members.encode(answer.log2, forKey: .log2)
    if !answer.uncounted.isEmpty { try members.encode(answer.uncounted, forKey: .uncounted) }
  }
}
