import FlyingSocks
import Foundation
import Glibc

/// Reads requests from a connection, passes them to the lab, and writes the replies.
struct Reception: Sendable {
  let routes: LabRoutes
  let connections: Connections
  /// Where answers are made.
  let queue: AnsweringQueue
  /// Called for each accepted request, before and after the lab answers it.
  let noteAsked: @Sendable () -> Void

  /// Serves a connection until it ends, and closes it.
  func serve(_ socket: AsyncSocket) async {
    guard let number = connections.enter(socket.socket.file.rawValue) else {
      return _ = try? socket.close()
    }
    defer { connections.leave(number) }
    // A socket error ends the connection.
    try? await serve(Client(socket: socket, number: number))
  }

  /// A connection and its number.
  private struct Client {
    let socket: AsyncSocket
    let number: Int
  }

  private func serve(_ client: Client) async throws {
    var cutter = RequestCutter()
    while !connections.isDropped(client.number) {
      switch cutter.nextHead() {
      case .incomplete: cutter.add(try await client.socket.read(atMost: 4096))
      case .refused(let refusal): return try await refuse(refusal, client)
      case .whole(let head):
        if let refusal = routes.gatekeeper.refusal(of: head.request) {
          return try await refuse(refusal, client)
        }
        guard let body = try await body(head.request.bodyLength ?? 0, &cutter, client) else {
          return
        }
        connections.beginAnswer(client.number)
        noteAsked()
        var request = head.request
        request.body = body
        let reply = await withTaskExecutorPreference(queue) { [routes, request] in
          await routes.reply(to: request)
        }
        noteAsked()
        connections.wait(client.number)
        try await client.socket.write(reply.bytes(keepsConnection: head.keepsConnection))
        connections.wait(client.number)
        if !head.keepsConnection { return }
      }
    }
  }

  /// Reads a body; nil if the client is too slow.
  private func body(
    _ count: Int, _ cutter: inout RequestCutter, _ client: Client
  ) async throws -> [UInt8]? {
    while !connections.isDropped(client.number) {
      if let body = cutter.nextBody(count) { return body }
      cutter.add(try await client.socket.read(atMost: 4096))
    }
    return nil
  }

  /// Writes a refusal, and ends the connection as soon as the client can have read it.
  ///
  /// Bytes that come later, such as the rest of an over-long body, are not a request. If they were
  /// not read, the system would reset the connection, and the client would lose the reply.
  private func refuse(_ refusal: LabReply, _ client: Client) async throws {
    connections.wait(client.number, atMost: .milliseconds(300))
    try await client.socket.write(refusal.bytes(keepsConnection: false))
    shutdown(client.socket.socket.file.rawValue, Int32(SHUT_WR))
    while !connections.isDropped(client.number) { _ = try await client.socket.read(atMost: 4096) }
  }
}

extension LabReply {
  /// The reply as it is sent.
  func bytes(keepsConnection: Bool) -> Data {
    var fields = [
      "Content-Type": type.rawValue,
      "Content-Length": String(body.count),
      "Connection": keepsConnection ? "keep-alive" : "close",
      "Content-Security-Policy": Self.policy,
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    ]
    fields.merge(headers) { $1 }
    let lines =
      ["HTTP/1.1 \(status.rawValue) \(status.phrase)"]
      + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  /// The permissions of the page: it may run the lab's script and contact the lab, nothing else.
  ///
  /// Attributes of style hold lengths of bars.
  private static let policy = """
    default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; script-src 'self'; \
    img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'
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
    case .headerTooLong: "Request Header FormFields Too Large"
    case .unavailable: "Service Unavailable"
    }
  }
}
