package import Diagnostics
import FlyingSocks
import Foundation
import Glibc
import Workers

/// Serves a lab to browsers on this machine, until it is stopped or idle for too long.
///
///     let server = LabServer(lab)
///     try await server.run { print("http://\($0)") }
package final class LabServer: Sendable {
  private let lab: Lab
  private let settings: Settings
  private let token = Gatekeeper.makeToken()
  private let state = Locked(State())
  private let connections: Connections

  /// The settings of the server.
  package struct Settings: Sendable {
    /// The port to listen on; 0 for any that is free.
    package var port: UInt16 = 0
    /// The time without a question after which it ends.
    package var idle = Duration.seconds(1800)
    /// The time that a connection may take for a request, or pause between two.
    package var patience = Duration.seconds(10)
    /// The most questions that are answered at once.
    package var answersAtOnce = 2
    /// The most open connections.
    package var mostConnections = 128

    /// Makes the defaults: any port, half an hour.
    package init() {}
  }

  /// The state while it serves.
  private struct State {
    var accepting: Task<Void, Never>?
    var isStopped = false
    var lastAsked = ContinuousClock.now
    var hasEnded = false
  }

  /// Makes a server of this lab.
  package init(_ lab: Lab, _ settings: Settings = Settings()) {
    self.lab = lab
    self.settings = settings
    connections = Connections(patience: settings.patience, most: settings.mostConnections)
  }

  /// Serves until ``stop()``, or until it was idle for too long.
  ///
  /// - Parameter announce: Receives the page's address once it can be opened.
  /// - Returns: Whether it ended because it was idle.
  /// - Throws: ``Problem`` if the port is not available.
  @discardableResult
  package func run(announce: @escaping @Sendable (String) -> Void) async throws -> Bool {
    let listener: Socket
    let port: UInt16
    do { (listener, port) = try listen() } catch { throw Problem.portTaken(settings.port) }
    defer { try? listener.close() }
    let watch = Task { await self.watch() }
    defer { watch.cancel() }
    let routes = LabRoutes(lab: lab, gatekeeper: Gatekeeper(token: token, port: port))
    let queue = AnsweringQueue(width: settings.answersAtOnce)
    let reception = Reception(
      routes: routes, connections: connections, queue: queue
    ) { [weak self] in
      self?.state.withLock { $0.lastAsked = .now }
    }
    announce("http://127.0.0.1:\(port)/\(token)/")
    // Waiting for sockets ends if the system refuses it, for example without free memory; then all
    // connections end, and the lab continues at the same address.
    while !state.withLock({ $0.isStopped }) {
      await serve(listener, reception)
      try? await Task.sleep(for: Self.pause)
    }
    return state.withLock { $0.hasEnded }
  }

  /// Ends the server: no connection is accepted, and open ones are closed.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.accepting?.cancel()
    }
  }

  /// The time after which the server tries again what the system refused.
  private static let pause = Duration.milliseconds(100)

  /// Makes a socket that listens on the loopback address, and its port.
  private func listen() throws -> (Socket, UInt16) {
    let socket = try Socket(domain: Int32(AF_INET), type: .stream)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      // A reply's last bytes do not wait for its first to be acknowledged. On Linux, accepted
      // sockets inherit the option.
      try socket.setValue(
        true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: settings.port))
    } catch {
      try? socket.close()
      throw error
    }
    // Closes the socket if it fails.
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else {
      throw SocketError.unsupportedAddress
    }
    return (socket, port)
  }

  /// Serves until it is stopped, or the system refuses to wait for sockets.
  private func serve(_ listener: Socket, _ reception: Reception) async {
    let pool: some AsyncSocketPool = .ePoll()
    guard (try? await pool.prepare()) != nil,
      let socket = try? AsyncSocket(socket: listener, pool: pool)
    else { return }
    let waiting = Task { try? await pool.run() }
    let accepting = Task { await accept(on: socket, reception) }
    let guarding = Task {
      _ = await waiting.value
      accepting.cancel()
    }
    let isStopped = state.withLock { state in
      state.accepting = accepting
      return state.isStopped
    }
    if isStopped { accepting.cancel() }
    await accepting.value
    waiting.cancel()
    await guarding.value
  }

  /// Accepts and serves connections until the task is cancelled, which ends all of them.
  private func accept(on socket: AsyncSocket, _ reception: Reception) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let client = try await socket.accept()
          group.addTask { await reception.serve(client) }
        } catch {
          // For example without a free descriptor; one of ours may be free soon.
          try? await Task.sleep(for: Self.pause)
        }
      }
    }
  }

  /// Drops connections that take too long, and ends an idle server.
  private func watch() async {
    while !Task.isCancelled {
      connections.dropOverdue()
      let isIdle = state.withLock { state in
        let isIdle = state.lastAsked + settings.idle < .now
        if isIdle { state.hasEnded = true }
        return isIdle
      }
      if isIdle { stop() }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}

extension Problem {
  /// Another program uses the port, or the system refuses it.
  package static func portTaken(_ port: UInt16) -> Problem {
    Problem(
      "port-taken", "port \(port) cannot be used", remedy: "Leave out --port to take any free one.")
  }
}
