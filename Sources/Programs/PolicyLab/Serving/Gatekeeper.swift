/// Decides whether to accept a request, before anything else in it is used.
///
/// A page of another site can make a browser send requests here, even under its own host name (DNS
/// rebinding). So the host must be named as this machine, and the path must begin with a token that
/// only the terminal shows.
package struct Gatekeeper: Sendable {
  /// The prefix of every path: 128 random bits.
  let token: String
  /// The port of the server.
  let port: UInt16

  /// The most bytes of a body, and of a path with its query.
  package static let longest = 16 * 1024

  /// Makes a gatekeeper for a server with this token and port.
  package init(token: String, port: UInt16) {
    self.token = token
    self.port = port
  }

  /// Makes a token of 128 random bits.
  package static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Why a request is refused; nil if it is accepted.
  package func refusal(of request: LabRequest) -> LabReply? {
    guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.headers["host"] ?? "") else {
      return LabReply(refusing: .misdirected, "The lab answers to 127.0.0.1 and localhost only.")
    }
    guard hasToken(request.path) else { return LabReply(refusing: .notFound, "Not found.") }
    guard request.path.utf8.count + request.query.utf8.count <= Self.longest else {
      return LabReply(
        refusing: .addressTooLong,
        "The address is too long. Shorten the policies, or leave their comments out.")
    }
    guard ["GET", "POST"].contains(request.method) else {
      return LabReply(refusing: .methodNotAllowed, "The lab takes GET and POST.")
    }
    guard let length = request.bodyLength else {
      return LabReply(refusing: .lengthRequired, "A body needs a length.")
    }
    guard length <= Self.longest else {
      return LabReply(refusing: .contentTooLarge, "The body is too long.")
    }
    if request.method == "POST", !isOfOurs(request) {
      return LabReply(refusing: .forbidden, "This form is not of the lab.")
    }
    return nil
  }

  /// The rest of a path after the token.
  func route(of path: String) -> String { String(path.dropFirst(token.count + 2)) }

  /// Whether a path begins with the token; takes the same time however much of it matches.
  private func hasToken(_ path: String) -> Bool {
    let (path, wanted) = (Array(path.utf8), Array("/\(token)/".utf8))
    guard path.count >= wanted.count else { return false }
    return zip(path, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a form was sent from a page of the lab, according to the browser.
  private func isOfOurs(_ request: LabRequest) -> Bool {
    let origin = request.headers["origin"] ?? "null"
    let site = request.headers["sec-fetch-site"] ?? "same-origin"
    return ["null", "http://127.0.0.1:\(port)", "http://localhost:\(port)"].contains(origin)
      && ["same-origin", "none"].contains(site)
  }
}
