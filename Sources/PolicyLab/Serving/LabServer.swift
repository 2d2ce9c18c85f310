package import Diagnostics
import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import Workers

/// Serves a lab to browsers on this machine, until it is stopped or nobody asks any more.
///
///     let server = LabServer(lab)
///     try await server.run { print("http://\($0)") }
package final class LabServer: Sendable {
  private let lab: Lab
  private let settings: Settings
  private let token = Doorkeeper.makeToken()
  private let state = Locked(State())
  private let connections: Connections

  /// How it serves.
  package struct Settings: Sendable {
    /// The port to listen on; 0 for any that is free.
    package var port: UInt16 = 0
    /// How long it waits for a question before it ends.
    package var idle = Duration.seconds(1800)
    /// How long a connection may take for a request, or wait between two.
    package var patience = Duration.seconds(10)
    /// Connections that may be open at once.
    package var mostConnections = 128

    /// Any port, half an hour.
    package init() {}
  }

  /// What changes while it serves.
  private struct State {
    var server: HTTPServer?
    var isRunning = false
    var isStopped = false
    var lastAsked = ContinuousClock.now
    var hasEnded = false
  }

  /// Serves this lab.
  package init(_ lab: Lab, _ settings: Settings = Settings()) {
    self.lab = lab
    self.settings = settings
    connections = Connections(patience: settings.patience, most: settings.mostConnections)
  }

  /// Serves until ``stop()``, or until it was idle for too long.
  ///
  /// - Parameter announce: Takes the page's address once it can be opened.
  /// - Returns: Whether it ended because nobody asked.
  /// - Throws: ``ServingProblem`` where the port cannot be had.
  @discardableResult
  package func run(announce: @escaping @Sendable (String) -> Void) async throws -> Bool {
    var port = settings.port
    let watch = Task { await self.watch() }
    defer { watch.cancel() }
    // FlyingFox ends where a connection cannot be accepted, for want of descriptors say; the lab goes
    // on at the same address.
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

  /// Ends it: no connection is accepted, and those that are open are closed.
  package func stop() {
    let server = state.withLock { state in
      state.isStopped = true
      return state.server
    }
    if let server { Task { await server.stop(timeout: 1) } }
  }

  /// Serves on one socket until it is closed.
  ///
  /// - Returns: The port that it listened on.
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

  /// Ends connections that take too long, and the server when nobody asks.
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

/// Why the lab cannot be served.
package enum ServingProblem: Hashable, Diagnosable {
  /// Another program listens there, or the system does not let this one.
  case portTaken(UInt16)

  package var location: Location? { nil }
  package var found: String {
    switch self {
    case .portTaken(let port): "port \(port) cannot be had"
    }
  }
  package var expected: String? { nil }
  package var remedy: String? { "Leave --port out, and any free one is taken." }
}
