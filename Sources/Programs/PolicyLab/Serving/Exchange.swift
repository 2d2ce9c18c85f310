/// The parts of a request that the lab uses.
package struct LabRequest: Sendable {
  /// The method: `GET`, `POST`, ….
  package var method: String
  /// The path as it was sent.
  package var path: String
  /// The query as it was sent, without the question mark.
  package var query: String
  /// The header fields used, by name in lower case.
  package var headers: [String: String]
  /// The body; empty if there is none, or it is too long.
  package var body: [UInt8]
  /// The size of the body according to the header; nil if not stated.
  package var bodyLength: Int?

  /// Makes a request.
  package init(
    method: String = "GET", path: String, query: String = "", headers: [String: String] = [:],
    body: [UInt8] = [], bodyLength: Int? = 0
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.bodyLength = bodyLength
  }
}

/// A reply.
package struct LabReply: Sendable {
  package let status: Status
  /// The type of the body.
  package let type: ContentType
  package let body: [UInt8]
  /// Header fields of this reply, besides the fields of every reply.
  package var headers: [String: String] = [:]

  /// The statuses that the lab returns.
  package enum Status: Int, Sendable {
    case ok = 200
    case seeOther = 303
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case lengthRequired = 411
    case contentTooLarge = 413
    case addressTooLong = 414
    case misdirected = 421
    case headerTooLong = 431
    case unavailable = 503
  }

  /// The content types of replies.
  package enum ContentType: String, Sendable {
    case html = "text/html; charset=utf-8"
    case text = "text/plain; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case json = "application/json"
  }

  /// Makes a reply with a body.
  init(_ type: ContentType, _ body: [UInt8]) { self.init(.ok, type, body) }

  /// Makes a reply with a status and a body.
  init(_ status: Status, _ type: ContentType, _ body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// Makes a refusal with a sentence.
  init(refusing status: Status, _ sentence: String) {
    self.init(status, .text, Array((sentence + "\n").utf8))
  }

  /// Redirects within the page.
  static func moved(to location: String) -> LabReply {
    var reply = LabReply(.seeOther, .text, [])
    reply.headers["Location"] = location
    return reply
  }
}
