import PolicyLab
import Testing

@Suite struct RequestHeadTests {
  /// The heads, bodies of a length of 3, and refusals in some bytes, as text.
  private func parts(_ pieces: [[UInt8]]) -> [String] {
    var cutter = RequestCutter()
    var found: [String] = []
    for piece in pieces {
      cutter.add(piece)
      while true {
        switch cutter.nextHead() {
        case .incomplete: break
        case .refused(let reply): return found + ["\(reply.status.rawValue)"]
        case .whole(let head):
          let request = head.request
          found.append(
            "\(request.method) \(request.path) ? \(request.query) \(request.headers.count) "
              + "\(request.bodyLength.map(String.init) ?? "chunks") \(head.keepsConnection)")
          continue
        }
        break
      }
    }
    return found
  }

  private func status(_ text: String) -> String { parts([Array(text.utf8)]).last ?? "" }

  @Test func `requests are cut alike, however their bytes arrive`() {
    let text =
      "GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: y\r\n\r\n\r\nPOST /d HTTP/1.1\nContent-Length:0\n\n"
      + "GET / HTTP/1.0\r\nConnection: Keep-Alive, x\r\n\r\nGET /?? HTTP/1.1\r\nconnection: x, CLOSE\r\n\r\n"
    let bytes = Array(text.utf8)
    let expected = [
      "GET /a ? b=c 1 0 true", "POST /d ?  1 0 true", "GET / ?  0 0 false",
      "GET / ? ? 0 0 false",
    ]
    #expect(parts([bytes]) == expected)
    #expect(parts(bytes.map { [$0] }) == expected)
    for size in [2, 3, 7, 41] {
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(parts(pieces) == expected, "\(size)")
    }
  }

  @Test func `a body follows its head`() {
    var cutter = RequestCutter()
    func request() -> LabRequest? {
      if case .whole(let head) = cutter.nextHead() { head.request } else { nil }
    }
    cutter.add(Array("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab".utf8))
    #expect(request()?.bodyLength == 3)
    #expect(cutter.nextBody(3) == nil)
    cutter.add(Array("cGET / HTTP/1.1\r\n\r\n".utf8))
    #expect(cutter.nextBody(3) == Array("abc".utf8))
    #expect(request()?.method == "GET")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n",
    "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nConnection: keep-alive\rSet-Cookie: a=b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n", "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
    "GET / HTTP/1.1\r\n: a\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
    "GET / HTTP/2.0\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n", "x\n\n",
    "G(T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length:\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n",
  ])
  func `a head that HTTP does not permit is refused`(text: String) {
    #expect(status(text) == "400")
  }

  @Test func `a body's length beyond all numbers is too long, and chunks have none`() {
    let long = String(repeating: "9", count: 400)
    #expect(
      status("GET / HTTP/1.1\r\nContent-Length: \(long)\r\n\r\n") == "GET / ?  1 \(Int.max) true")
    #expect(
      status("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n") == "GET / ?  1 chunks true")
  }

  @Test func `a head of 16 KiB is taken and a longer one refused`() {
    let start = "GET / HTTP/1.1\r\nX: "
    let room = RequestHead.longest - start.utf8.count - 4
    func status(_ count: Int) -> String {
      self.status(start + String(repeating: "a", count: count) + "\r\n\r\n")
    }
    #expect(status(room) == "GET / ?  0 0 true")
    #expect(status(room + 1) == "431")
    #expect(self.status(String(repeating: "\r\n", count: 10_000)) == "")
    #expect(self.status("GET /" + String(repeating: "a", count: 20_000)) == "414")
    #expect(self.status(String(repeating: "a: b\n", count: 20_000)) == "431")
  }
}
