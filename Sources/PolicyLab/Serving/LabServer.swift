package import Diagnostics
import FlyingFox
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
  private let token = Doorkeeper.makeToken()
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
    /// The most open connections.
    package var mostConnections = 128

    /// Makes the defaults: any port, half an hour.
    package init() {}
  }

  /// The state while it serves.
  private struct State {
    var server: HTTPServer?
    var isRunning = false
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
  /// - Throws: ``ServingProblem`` if the port is not available.
  @discardableResult
  package func run(announce: @escaping @Sendable (String) -> Void) async throws -> Bool {
    var port = settings.port
    let watch = Task { await self.watch() }
    defer { watch.cancel() }
    // FlyingFox ends if it cannot accept a connection, for example without free descriptors; the
    // lab continues at the same address.
    while !state.withLock({ $0.isStopped }) {
      let isFirst = state.withLock { $0.server == nil }
      do { port = try await serve(port, announce: { if isFirst { announce($0) } }) } catch {
        if state.withLock({ $0.isStopped }) { break }
        throw error
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
    return state.withLock { $0.hasEnded }
  }

  /// Ends the server: no connection is accepted, and open ones are closed.
  package func stop() {
    let server = state.withLock { state in
      state.isStopped = true
      return state.server
    }
    if let server { Task { await server.stop(timeout: 1) } }
  }

  /// Serves on one socket until it is closed.
  ///
  /// - Returns: The port of the socket.
  private func serve(
    _ port: UInt16, announce: @escaping @Sendable (String) -> Void
  ) async throws -> UInt16 {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
    let reception = Reception(lab: lab, token: token, connections: connections) { [weak self] in
      self?.state.withLock { $0.lastAsked = .now }
    }
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: address, timeout: 15, sharedRequestBufferSize: Doorkeeper.longest,
        sharedRequestReplaySize: Doorkeeper.longest, logger: .disabled),
      handler: reception)
    state.withLock { $0.isRunning = true }
    let running = Task {
      defer { state.withLock { $0.isRunning = false } }
      try await server.run()
    }
    while state.withLock({ $0.isRunning }), await server.listeningAddress == nil {
      try await Task.sleep(for: .milliseconds(2))
    }
    guard case .ip4(_, let bound)? = await server.listeningAddress else {
      _ = await running.result
      throw ServingProblem.portTaken(port)
    }
    reception.open(port: bound)
    connections.watch(port: bound)
    connections.sendAtOnce(port: bound)
    let isStopped = state.withLock { state in
      state.server = server
      return state.isStopped
    }
    if isStopped {
      await server.stop()
    } else {
      announce("http://127.0.0.1:\(bound)/\(token)/")
    }
    _ = await running.result
    return bound
  }

  /// Closes connections that take too long, and ends an idle server.
  private func watch() async {
    while !Task.isCancelled {
      connections.sweep()
      let isIdle = state.withLock { state in
        let isIdle = state.server != nil && state.lastAsked + settings.idle < .now
        if isIdle { state.hasEnded = true }
        return isIdle
      }
      if isIdle { stop() }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}

/// The reason why the lab cannot be served.
package enum ServingProblem: Hashable, Diagnosable {
  /// Another program uses the port, or the system refuses it.
  case portTaken(UInt16)

  package var location: Location? { nil }
  package var found: String {
    switch self {
    case .portTaken(let port): "port \(port) cannot be used"
    }
  }
  package var expected: String? { nil }
  package var remedy: String? { "Leave out --port to take any free one." }
}
