import Diagnostics
import FlyingSocks
import Foundation
import Glibc
import PolicyLab
import TestSupport
import Testing
import Workers

/// A lab that is served for one test.
private final class Served: Sendable {
  let server: LabServer
  private let found = Locked<String?>(nil)
  private let outcome = Locked<Bool?>(nil)

  init(_ change: (inout LabServer.Settings) -> Void = { _ in }) async throws {
    var settings = LabServer.Settings()
    // Debug builds on a busy machine are slow; tests about time set their own limit.
    settings.patience = .seconds(120)
    change(&settings)
    server = LabServer(try sampleLab(), settings)
    Task {
      let wasIdle = try? await server.run { address in self.found.withLock { $0 = address } }
      outcome.withLock { $0 = wasIdle ?? false }
    }
    while address == nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  var address: String? { found.withLock { $0 } }
  /// Whether it ended because it was idle; nil while it serves.
  var wasIdle: Bool? { outcome.withLock { $0 } }
  var port: UInt16 {
    UInt16(address?.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0
  }
  var path: String { "/" + (address?.split(separator: "/").last ?? "") + "/" }

  /// Ends the server, and waits until it has ended.
  func end() async throws {
    server.stop()
    while wasIdle == nil { try await Task.sleep(for: .milliseconds(5)) }
  }
}

/// Runs a blocking body on its own thread.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// A connection that sends given bytes.
private struct Client {
  let descriptor: Int32

  /// Connects; an unanswered read ends after a minute.
  init(port: UInt16, host: String = "127.0.0.1") throws {
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.connect(to: sockaddr_in.inet(ip4: host, port: port))
    descriptor = socket.file.rawValue
    var time = timeval(tv_sec: 60, tv_usec: 0)
    // SAFETY: the pointer lives for the call.
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// - Returns: Whether all bytes were sent.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // SAFETY: the pointer lives for the call. A closed connection is an error, not a signal.
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    return count >= 0
  }

  /// All bytes until the connection ends, or until a minute passes without any.
  ///
  /// Reads on its own thread, since the server needs the threads of the pool.
  func readAll() async -> String? { await onThread { readAllNow() } }

  private func readAllNow() -> String? {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // SAFETY: the pointer lives for the call.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count == 0 || count < 0 && errno == ECONNRESET {
        return String(decoding: all, as: UTF8.self)
      }
      if count < 0 { return nil }
      all += buffer[..<count]
    }
  }

  func close() { Glibc.close(descriptor) }
}

extension Served {
  var host: String { "127.0.0.1:\(port)" }

  /// All that a client gets that sends these bytes; nil if nothing comes for a minute.
  func reply(to text: String) async throws -> String? {
    let client = try Client(port: port)
    defer { client.close() }
    client.send(text)
    return await client.readAll()
  }

  /// The status of one request.
  func status(_ path: String, _ more: String = "", host: String? = nil) async throws -> Int? {
    let reply = try await reply(
      to: "GET \(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\nConnection: close\r\n\(more)\r\n")
    return reply?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}

/// Whether each socket of this process at a port, listening or connected, sends data at once.
private func sendsAtOnce(port: UInt16) -> [Bool] {
  (Int32(3)..<1024).compactMap { descriptor in
    let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
    guard case .ip4(_, port: port)? = try? socket.sockname() else { return nil }
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    return (try? socket.getValue(for: option)) ?? false
  }
}

@Suite(.serialized) struct LabServerTests {
  @Test func `the server answers on its address and refuses other addresses`() async throws {
    let served = try await Served()
    #expect(try await served.status(served.path) == 200)
    #expect(
      try await served.status(served.path, host: "evil.example:\(served.port)") == 421)
    #expect(try await served.status("/" + String(repeating: "0", count: 32) + "/") == 404)
    #expect(
      try await served.status(served.path + "?" + String(repeating: "a", count: 17_000))
        == 414)
    #expect(try await served.status(served.path, "Content-Length: 20000\r\n") == 413)
    #expect(try await served.status(served.path, "Transfer-Encoding: chunked\r\n") == 411)
    try await served.end()
    #expect(served.wasIdle == false)
  }

  @Test func `the server listens on the loopback address only`() async throws {
    let served = try await Served()
    // Another of the loopback's addresses is as far as a test can go without a network.
    #expect(throws: SocketError.self) { try Client(port: served.port, host: "127.0.0.2") }
    try await served.end()
  }

  @Test func `replies forbid unused features, other origins and cookies`() async throws {
    let served = try await Served()
    let reply = try await served.reply(
      to:
        "GET \(served.path) HTTP/1.1\r\nHost: localhost:\(served.port)\r\nConnection: close\r\n\r\n"
    )
    let head = try #require(reply).prefix { $0 != "<" }.lowercased()
    for field in [
      "content-security-policy: default-src 'none'", "referrer-policy: no-referrer",
      "cache-control: no-store", "x-content-type-options: nosniff",
    ] {
      #expect(head.contains(field), "\(field)")
    }
    #expect(!head.contains("access-control"))
    #expect(!head.contains("set-cookie"))
    try await served.end()
  }

  @Test(arguments: [
    "", "GET ", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nabc",
  ])
  func `the server drops a client that does not finish its request`(start: String) async throws {
    let served = try await Served { $0.patience = .milliseconds(300) }
    #expect(try await served.reply(to: start) != nil)
    #expect(try await served.status(served.path) == 200)
    try await served.end()
  }

  @Test func `the server drops a client that sends for ever`() async throws {
    let served = try await Served { $0.patience = .milliseconds(300) }
    let client = try Client(port: served.port)
    client.send("GET / HTTP/1.1\r\n")
    let header = "X-Header: \(String(repeating: "a", count: 1000))\r\n"
    // Sending fails once the connection has ended.
    let writer = Task { await onThread { while client.send(header) {} } }
    #expect(await client.readAll() != nil)
    await writer.value
    client.close()
    try await served.end()
  }

  @Test(arguments: [
    ("GET /", "a", "414"), ("GET / HTTP/1.1\r\nX: ", "a", "431"),
    ("GET / HTTP/1.1\r\n", "X: a\r\n", "431"), ("", "a", "414"),
    // A chunk's extension, of which no byte is read.
    ("POST TOKEN HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a", "411"),
  ])
  func `a head or a chunk without end is refused after 16 KiB`(
    start: String, more: String, status: String
  ) async throws {
    // Each byte was compared with all before it: 250 kB took 7 s, and nobody else was answered.
    let served = try await Served()
    let start = start.replacing("TOKEN", with: served.path)
      .replacing("HOST", with: served.host)
    let clients = try (0..<4).map { _ in try Client(port: served.port) }
    for client in clients {
      client.send(start)
      let writer = Task {
        await onThread {
          for _ in 0..<64 where !client.send(String(repeating: more, count: 16_384)) { break }
        }
      }
      #expect(await client.readAll()?.split(separator: " ").dropFirst().first == Substring(status))
      await writer.value
    }
    #expect(try await served.status(served.path) == 200)
    for client in clients { client.close() }
    try await served.end()
  }

  @Test func `two hosts are refused, and no field of a request comes back`() async throws {
    let served = try await Served()
    let host = "Host: \(served.host)\r\n"
    for fields in [host + host, host + "Host: evil.example\r\n", "host: evil.example\r\n" + host] {
      let text = try #require(
        try await served.reply(to: "GET \(served.path) HTTP/1.1\r\n\(fields)\r\n"))
      #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(text.hasSuffix("\r\n\r\nThe header has two fields 'host'.\n"))
    }
    for field in ["Connection: keep-alive\rSet-Cookie: a=b", "Connection: close, X-Echo"] {
      let reply = try await served.reply(
        to: "GET \(served.path)lab.css HTTP/1.1\r\n\(host)\(field)\r\n\r\n")
      let text = try #require(reply).lowercased()
      #expect(text.contains("\r\nconnection: close\r\n"))
      #expect(!text.contains("set-cookie") && !text.contains("x-echo"))
    }
    try await served.end()
  }

  @Test func `the server drops the oldest of too many connections, and answers requests`()
    async throws
  {
    let served = try await Served { $0.mostConnections = 8 }
    let idle = try (0..<100).map { _ in try Client(port: served.port) }
    #expect(try await served.status(served.path) == 200)
    #expect(await idle[0].readAll() == "")
    #expect(try await served.status(served.path) == 200)
    for client in idle { client.close() }
    try await served.end()
  }

  @Test func `the rest of a refused body is not read as a request`() async throws {
    let served = try await Served()
    let hidden = "GET \(served.path)lab.js HTTP/1.1\r\nHost: \(served.host)\r\n\r\n"
    let reply = try await served.reply(
      to: "POST \(served.path)try HTTP/1.1\r\nHost: \(served.host)\r\nContent-Length: 99999\r\n\r\n"
        + hidden)
    let text = try #require(reply)
    #expect(text.contains("413"))
    #expect(!text.contains("use strict"))
    try await served.end()
  }

  @Test func `a body is read to its end, and the next request begins after it`() async throws {
    let served = try await Served()
    func post(_ body: String) -> String {
      "POST \(served.path)try?p=minlength%3A+8%3B&part=1 HTTP/1.1\r\nHost: \(served.host)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n"
    }
    let long = post("password=quorvane7") + "\r\npassword=quorvane7"
    let short = post("password=q") + "Connection: close\r\n\r\npassword=q"
    let text = try #require(try await served.reply(to: long + short))
    let words = ["200 OK", "✓ meets the policy", "200 OK", "✗ breaks: at least 8 characters"]
    var rest = text[...]
    for word in words {
      let place = try #require(rest.range(of: word), "\(word): \(text)")
      rest = rest[place.upperBound...]
    }
    try await served.end()
  }

  @Test func `a reply's body does not wait for its header to be acknowledged`() async throws {
    let served = try await Served()
    let client = try Client(port: served.port)
    client.send("GET \(served.path)lab.js HTTP/1.1\r\nHost: \(served.host)\r\n\r\n")
    // The listening socket and the accepted one.
    while sendsAtOnce(port: served.port).count < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(sendsAtOnce(port: served.port).allSatisfy { $0 })
    client.close()
    try await served.end()
  }

  @Test func `the server ends after a time without requests`() async throws {
    let served = try await Served { $0.idle = .milliseconds(200) }
    while served.wasIdle == nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(served.wasIdle == true)
    #expect(throws: SocketError.self) { try Client(port: served.port) }
  }

  @Test func `a port in use is reported`() async throws {
    let served = try await Served()
    var settings = LabServer.Settings()
    settings.port = served.port
    await #expect(throws: Problem.portTaken(served.port)) {
      try await LabServer(try sampleLab(), settings).run { _ in }
    }
    try await served.end()
  }
}
