import FlyingFox
import Foundation
import Workers

/// Passes requests from FlyingFox to the lab, and replies back.
struct Reception: HTTPHandler {
  private let lab: Lab
  private let token: String
  private let connections: Connections
  private let noteAsked: @Sendable () -> Void
  private let door: Door

  /// The port, known once the socket is bound.
  private final class Door: Sendable {
    let port = Locked<UInt16?>(nil)
  }

  init(
    lab: Lab, token: String, connections: Connections, noteAsked: @escaping @Sendable () -> Void
  ) {
    self.lab = lab
    self.token = token
    self.connections = connections
    self.noteAsked = noteAsked
    door = Door()
  }

  /// Accepts requests that name this port.
  func open(port: UInt16) { door.port.withLock { $0 = port } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let port = door.port.withLock({ $0 }) else {
      return response(LabReply(refusing: .unavailable, "Not yet."))
    }
    guard !connections.isDismissed(request.remoteAddress) else {
      return response(LabReply(refusing: .badRequest, "This connection is about to end."))
    }
    let doorkeeper = Doorkeeper(token: token, port: port)
    var asked = LabRequest(
      method: request.method.rawValue, path: request.target.path(), query: request.target.query(),
      bodyLength: request.headers[.transferEncoding] != nil
        ? nil : Int(request.headers[.contentLength] ?? "0"))
    for name in ["host", "origin", "sec-fetch-site"] {
      asked.headers[name] = request.headers[HTTPHeader(name)]
    }
    if let refusal = doorkeeper.refusal(of: asked) {
      // Unread bytes of its body would be taken for another request.
      connections.dismiss(request.remoteAddress)
      return response(refusal)
    }
    asked.body = Array(try await request.bodyData)
    noteAsked()
    let reply = await LabRoutes(lab: lab, doorkeeper: doorkeeper).reply(to: asked)
    noteAsked()
    connections.noteRequest(request.remoteAddress)
    return response(reply)
  }

  private func response(_ reply: LabReply) -> HTTPResponse {
    var headers: HTTPHeaders = [
      HTTPHeader("Content-Security-Policy"): Self.policy,
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cache-Control"): "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("X-Frame-Options"): "DENY",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
      .contentType: reply.type.rawValue,
    ]
    for (name, value) in reply.headers { headers[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(reply.status.rawValue, phrase: reply.status.phrase),
      headers: headers, body: Data(reply.body))
  }

  /// The permissions of the page: it may run the lab's script and contact the lab, nothing else.
  private static let policy = """
    default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """
}

extension LabReply.Status {
  fileprivate var phrase: String {
    switch self {
    case .ok: "OK"
    case .seeOther: "See Other"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .addressTooLong: "URI Too Long"
    case .misdirected: "Misdirected Request"
    case .unavailable: "Service Unavailable"
    }
  }
}
