import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import Workers

/// Closes connections that are too slow or too many.
///
/// FlyingFox 0.27.1 waits for ever for the rest of a request, limits neither the length of a header
/// nor the number of connections, and does not expose its sockets. So this finds them among the
/// descriptors of the process, by the port that they are connected to.
package final class Connections: Sendable {
  private let patience: Duration
  private let most: Int
  private let state = Locked(State())

  private struct State {
    var port: UInt16?
    var deadlines: [Peer: ContinuousClock.Instant] = [:]
    var dismissed: Set<Peer> = []
  }

  /// The remote end of a connection.
  private struct Peer: Hashable {
    let address: String
    let port: UInt16

    init(address: String, port: UInt16) {
      self.address = address
      self.port = port
    }

    /// The peer of a request; nil if it did not come over the network.
    init?(_ address: HTTPRequest.Address?) {
      guard case .ip4(let ip, let port)? = address else { return nil }
      self.init(address: ip, port: port)
    }
  }

  /// - Parameters:
  ///   - patience: The time that a connection may take for a request.
  ///   - most: The most open connections.
  init(patience: Duration, most: Int) {
    self.patience = patience
    self.most = most
  }

  /// Begins to watch the connections to this port.
  func watch(port: UInt16) { state.withLock { $0.port = port } }

  /// Restarts the time of a connection for its next request.
  func noteRequest(_ address: HTTPRequest.Address?) {
    guard let peer = Peer(address) else { return }
    let deadline = ContinuousClock.now + patience
    state.withLock { $0.deadlines[peer] = deadline }
  }

  /// Closes a connection as soon as the client can have read the last reply; later bytes, such as
  /// the rest of an over-long body, are not a request.
  func dismiss(_ address: HTTPRequest.Address?) {
    guard let peer = Peer(address) else { return }
    let deadline = ContinuousClock.now + .milliseconds(300)
    state.withLock { state in
      state.deadlines[peer] = deadline
      state.dismissed.insert(peer)
    }
  }

  /// Whether a connection was dismissed.
  func isDismissed(_ address: HTTPRequest.Address?) -> Bool {
    guard let peer = Peer(address) else { return false }
    return state.withLock { $0.dismissed.contains(peer) }
  }

  /// A connected socket of this process.
  private struct Connection {
    let descriptor: Int32
    /// The system's number of the socket, which increases with time.
    let serial: Int
  }

  /// Closes overdue connections, and the oldest ones if there are too many.
  func sweep() {
    guard let port = state.withLock({ $0.port }) else { return }
    let open = open(to: port)
    let now = ContinuousClock.now
    let overdue = state.withLock { state in
      let known = state.deadlines
      state.dismissed.formIntersection(open.keys)
      state.deadlines = [:]
      for peer in open.keys { state.deadlines[peer] = known[peer] ?? now + patience }
      let oldest = state.deadlines.map { (peer: $0.key, deadline: $0.value) }.sorted {
        ($0.deadline, open[$0.peer]?.serial ?? 0) < ($1.deadline, open[$1.peer]?.serial ?? 0)
      }
      let late = oldest.prefix { $0.deadline <= now }
      return oldest.prefix(max(late.count, oldest.count - most))
    }
    for (peer, deadline) in overdue {
      // The number may belong to another connection by now, even between this look and the next
      // call, though hardly ever: then that one's client must reconnect.
      guard let descriptor = open[peer]?.descriptor,
        Self.peer(of: Socket(file: Socket.FileDescriptor(rawValue: descriptor))) == peer
      else { continue }
      if deadline + .seconds(1) < now {
        disconnect(descriptor)
      } else {
        resetWhenClosed(descriptor)
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }
  }

  /// Makes a later close tell the peer at once, even one that waits to send more.
  ///
  /// Otherwise a peer that has filled our buffer waits for room that never comes, until the system
  /// forgets the connection after a minute.
  private func resetWhenClosed(_ descriptor: Int32) {
    var now = linger(l_onoff: 1, l_linger: 0)
    // SAFETY: the pointer lives for the call. It may fail only for a socket that is gone.
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Disconnects a peer that keeps sending, since its data would never end.
  private func disconnect(_ descriptor: Int32) {
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    // SAFETY: the pointer lives for the call.
    _ = unsafe connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Makes all connections that a port will accept send data at once.
  ///
  /// FlyingFox writes a reply's header and its body one after the other. Nagle's algorithm would
  /// delay the body until the browser acknowledges the header, after 40 ms. On Linux, accepted
  /// sockets inherit the option from the listening one.
  func sendAtOnce(port: UInt16) {
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    for (_, socket) in Self.sockets(of: port) { try? socket.setValue(true, for: option) }
  }

  /// Whether each socket of a port, listening or connected, sends data at once.
  package static func sendsAtOnce(port: UInt16) -> [Bool] {
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    return sockets(of: port).map { (try? $0.socket.getValue(for: option)) ?? false }
  }

  private static let folder = "/proc/self/fd"

  /// The sockets of this process that are bound to a port.
  private static func sockets(of port: UInt16) -> [(descriptor: Int32, socket: Socket)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap({ Int32($0) }).filter { $0 > 2 }.compactMap { descriptor in
      let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
      guard case .ip4(_, port: port)? = try? socket.sockname() else { return nil }
      return (descriptor, socket)
    }
  }

  /// The connections to a port of this process.
  private func open(to port: UInt16) -> [Peer: Connection] {
    var open: [Peer: Connection] = [:]
    for (descriptor, socket) in Self.sockets(of: port) {
      guard let peer = Self.peer(of: socket) else { continue }
      // `socket:[4711]`
      let link = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(Self.folder)/\(descriptor)")
      let serial = Int(link?.filter(\.isNumber) ?? "") ?? 0
      open[peer] = Connection(descriptor: descriptor, serial: serial)
    }
    return open
  }

  /// The other end of a socket; nil if it is not connected.
  private static func peer(of socket: Socket) -> Peer? {
    guard case .ip4(let address, let port)? = try? socket.remotePeer() else { return nil }
    return Peer(address: address, port: port)
  }
}
