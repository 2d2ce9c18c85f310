/// The head of a request: its first line and its header fields.
package struct RequestHead: Sendable {
  /// The request, without its body.
  package var request: LabRequest
  /// Whether the client may send another request on the connection.
  package let keepsConnection: Bool

  /// The most bytes of a head.
  package static let longest = 16 * 1024

  /// FormFields that a request has once at most: of two, each of two readers could take another.
  private static let single = [
    "host", "origin", "sec-fetch-site", "content-length", "transfer-encoding",
  ]

  /// Parses a head.
  ///
  /// - Parameter bytes: Its lines, up to the empty one.
  /// - Throws: The refusal of a head that HTTP/1.1 does not permit.
  package init(_ bytes: [UInt8]) throws(MalformedHead) {
    var lines: [String] = []
    for line in bytes.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw MalformedHead("The header contains a control character.")
      }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty,
      ["HTTP/1.1", "HTTP/1.0"].contains(words[2])
    else { throw MalformedHead("This is not a request of HTTP/1.1.") }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request = LabRequest(
      method: String(words[0]), path: String(target[0]),
      query: target.count > 1 ? String(target[1]) : "")
    var options: Set<String> = words[2] == "HTTP/1.0" ? ["close"] : []
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isToken(parts[0]) else {
        throw MalformedHead("A line of the header is not a field.")
      }
      let name = parts[0].lowercased()
      let value = Self.trimmed(parts[1])
      if name == "connection" {
        options.formUnion(value.split(separator: ",").map { Self.trimmed($0).lowercased() })
      }
      guard Self.single.contains(name) else { continue }
      guard request.headers.updateValue(value, forKey: name) == nil else {
        throw MalformedHead("The header has two fields '\(name)'.")
      }
    }
    keepsConnection = !options.contains("close")
    request.bodyLength = try Self.bodyLength(request.headers)
  }

  /// The size of the body; nil if it comes in chunks.
  private static func bodyLength(_ fields: [String: String]) throws(MalformedHead) -> Int? {
    if fields["transfer-encoding"] != nil { return nil }
    guard let text = fields["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw MalformedHead("The length of the body is not a number.")
    }
    return Int(text) ?? .max
  }

  /// Whether a text is a word of HTTP, such as a method or the name of a field.
  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }

  /// The refusal of a head, in a sentence.
  package struct MalformedHead: Error, Hashable {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }
}

/// Cuts the bytes of a connection into heads and bodies, in linear time.
package struct RequestCutter: Sendable {
  /// Bytes that belong to no request yet.
  private var bytes: [UInt8] = []
  /// How many of them were searched for the end of the head.
  private var searched = 0
  /// The start of the line that is being searched.
  private var line = 0

  /// Makes a cutter of a new connection.
  package init() {}

  /// Adds bytes that the client sent.
  package mutating func add(_ more: [UInt8]) { bytes += more }

  /// A part of the requests, or what keeps it from being one.
  package enum Head: Sendable {
    /// The end of the head has not come.
    case incomplete
    case whole(RequestHead)
    /// A head that is refused.
    case refused(LabReply)
  }

  /// Takes the next head.
  package mutating func nextHead() -> Head {
    while searched < bytes.count, searched < RequestHead.longest {
      let byte = bytes[searched]
      searched += 1
      guard byte == 0x0A else { continue }
      let isEmpty = searched - line <= (searched > 1 && bytes[searched - 2] == 0x0D ? 2 : 1)
      defer { line = searched }
      if !isEmpty { continue }
      if line == 0 {
        // Some clients send an empty line after a body.
        bytes.removeFirst(searched)
        searched = 0
        continue
      }
      let head = Array(bytes.prefix(line))
      bytes.removeFirst(searched)
      searched = 0
      do throws(RequestHead.MalformedHead) { return .whole(try RequestHead(head)) } catch {
        return .refused(LabReply(refusing: .badRequest, error.sentence))
      }
    }
    guard searched >= RequestHead.longest else { return .incomplete }
    return .refused(
      line == 0
        ? LabReply(
          refusing: .addressTooLong,
          "The address is too long. Shorten the policies, or leave their comments out.")
        : LabReply(refusing: .headerTooLong, "The header is too long."))
  }

  /// Takes a body; nil if it is incomplete.
  package mutating func nextBody(_ count: Int) -> [UInt8]? {
    guard bytes.count >= count else { return nil }
    defer {
      bytes.removeFirst(count)
      (searched, line) = (0, 0)
    }
    return Array(bytes.prefix(count))
  }
}
