/// A request, as far as the lab looks at it.
package struct LabRequest: Sendable {
  /// `GET`, `POST`, ….
  package var method: String
  /// The path as it was sent.
  package var path: String
  /// The query as it was sent, without the question mark.
  package var query: String
  /// The header fields that are looked at, by their names in lower case.
  package var headers: [String: String]
  /// The body; empty where there is none, or too much.
  package var body: [UInt8]
  /// Bytes that the body has by its header; nil where it does not say.
  package var bodyLength: Int?

  /// States a request.
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

/// What is sent back.
package struct LabReply: Sendable {
  /// The status.
  package let status: Status
  /// The type of the body.
  package let type: ContentType
  /// The body.
  package let body: [UInt8]
  /// Header fields besides those that every reply has.
  package var headers: [String: String] = [:]

  /// How a request ended: the closed list of what the lab says.
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
    case unavailable = 503
  }

  /// What a body can be.
  package enum ContentType: String, Sendable {
    case html = "text/html; charset=utf-8"
    case text = "text/plain; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case json = "application/json"
  }

  /// Sends a body.
  init(_ type: ContentType, _ body: [UInt8]) { self.init(.ok, type, body) }

  /// Sends a body with a status of its own.
  init(_ status: Status, _ type: ContentType, _ body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// Refuses with a sentence.
  init(refusing status: Status, _ sentence: String) {
    self.init(status, .text, Array((sentence + "\n").utf8))
  }

  /// Sends elsewhere within the page.
  static func moved(to location: String) -> LabReply {
    var reply = LabReply(.seeOther, .text, [])
    reply.headers["Location"] = location
    return reply
  }
}
