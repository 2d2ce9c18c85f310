import PolicyLab
import Testing

@Suite struct GatekeeperTests {
  private let gatekeeper = Gatekeeper(token: "0123456789abcdef", port: 4711)

  private func request(
    _ change: (inout LabRequest) -> Void = { _ in }
  ) -> LabReply.Status? {
    var request = LabRequest(
      path: "/0123456789abcdef/answer", headers: ["host": "127.0.0.1:4711"])
    change(&request)
    return gatekeeper.refusal(of: request)?.status
  }

  @Test(arguments: ["127.0.0.1:4711", "localhost:4711"])
  func `this machine's names are let in`(host: String) {
    #expect(request { $0.headers["host"] = host } == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "localhost:80",
    "127.0.0.1:4711.evil.example", "LOCALHOST.evil:4711", "[::1]:4711", "",
  ])
  func `any other name is refused`(host: String) {
    #expect(request { $0.headers["host"] = host } == .misdirected)
  }

  @Test func `a request without a host is refused`() {
    #expect(request { $0.headers = [:] } == .misdirected)
  }

  @Test(arguments: [
    "/", "", "/0123456789abcdee/", "/0123456789abcdef", "/0123456789abcde/", "//0123456789abcdef/",
    "/x0123456789abcdef/", "/%30123456789abcdef/", "/0123456789ABCDEF/",
  ])
  func `a path without the token finds nothing`(path: String) {
    #expect(request { $0.path = path } == .notFound)
  }

  @Test func `an address of 16 KiB is let in and a longer one refused`() {
    let path = "/0123456789abcdef/answer"
    let room = Gatekeeper.longest - path.utf8.count
    #expect(request { $0.query = String(repeating: "a", count: room) } == nil)
    #expect(request { $0.query = String(repeating: "a", count: room + 1) } == .addressTooLong)
  }

  @Test func `a body of 16 KiB is let in and a longer one refused`() {
    #expect(request { $0.bodyLength = Gatekeeper.longest } == nil)
    #expect(request { $0.bodyLength = Gatekeeper.longest + 1 } == .contentTooLarge)
    #expect(request { $0.bodyLength = .max } == .contentTooLarge)
    #expect(request { $0.bodyLength = nil } == .lengthRequired)
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "get", ""])
  func `other methods are refused`(method: String) {
    #expect(request { $0.method = method } == .methodNotAllowed)
  }

  @Test func `a form of another site is refused`() {
    func post(_ name: String, _ value: String) -> LabReply.Status? {
      request {
        $0.method = "POST"
        $0.headers[name] = value
      }
    }
    #expect(post("origin", "https://evil.example") == .forbidden)
    #expect(post("origin", "http://127.0.0.1:80") == .forbidden)
    #expect(post("sec-fetch-site", "cross-site") == .forbidden)
    #expect(post("sec-fetch-site", "same-site") == .forbidden)
    #expect(post("origin", "http://localhost:4711") == nil)
    // A browser that sends no referrer sends no origin either.
    #expect(post("origin", "null") == nil)
  }

  @Test func `tokens have 128 bits and differ`() {
    let tokens = Set((0..<100).map { _ in Gatekeeper.makeToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
