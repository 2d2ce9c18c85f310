import Glibc
import Workers

/// The open connections; those that are too slow or too many are dropped.
///
/// Only the time that a connection waits for its client counts, and not the time in which the lab
/// answers.
package final class Connections: Sendable {
  private let patience: Duration
  private let most: Int
  private let state = Locked(State())

  private struct State {
    var open: [Int: Connection] = [:]
    /// The number of the next connection; numbers increase with time.
    var next = 0
  }

  /// A connected socket.
  private struct Connection {
    let descriptor: Int32
    /// The time until which the connection waits for its client; nil while the lab answers.
    var deadline: ContinuousClock.Instant?
    var isDropped = false

    /// Ends it, so that its reader and its writer learn of it.
    mutating func drop() {
      isDropped = true
      // Closing then tells the peer at once, even one that waits to send more. Otherwise a peer
      // that has filled our buffer waits for room that never comes, for a minute.
      var now = linger(l_onoff: 1, l_linger: 0)
      // SAFETY: the pointer lives for the call. The descriptor is open, since `leave` closes it.
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Makes an empty set of connections.
  ///
  /// - Parameters:
  ///   - patience: The time that a connection may take for a request.
  ///   - most: The most open connections.
  package init(patience: Duration, most: Int) {
    self.patience = patience
    self.most = most
  }

  /// Takes in a connection, and drops the oldest one that waits for its client if there are too
  /// many.
  ///
  /// - Returns: Its number; nil if there are too many, all of which are being answered.
  package func enter(_ descriptor: Int32) -> Int? {
    state.withLock { state in
      if state.open.values.count(where: { !$0.isDropped }) >= most {
        let waiting = state.open.filter { !$0.value.isDropped && $0.value.deadline != nil }
        guard let oldest = waiting.keys.min() else { return nil }
        state.open[oldest]?.drop()
      }
      state.open[state.next] = Connection(descriptor: descriptor, deadline: .now + patience)
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Closes a connection.
  package func leave(_ number: Int) {
    state.withLock { state in
      if let connection = state.open.removeValue(forKey: number) { close(connection.descriptor) }
    }
  }

  /// Whether a connection was dropped.
  package func isDropped(_ number: Int) -> Bool {
    state.withLock { $0.open[number]?.isDropped ?? true }
  }

  /// The lab begins to answer: the client has time.
  package func beginAnswer(_ number: Int) { state.withLock { $0.open[number]?.deadline = nil } }

  /// The connection waits for its client, for as long as one may take, or for less.
  package func wait(_ number: Int, atMost time: Duration? = nil) {
    let deadline = ContinuousClock.now + min(time ?? patience, patience)
    state.withLock { $0.open[number]?.deadline = deadline }
  }

  /// Drops connections whose client is too slow.
  package func dropOverdue() {
    let now = ContinuousClock.now
    state.withLock { state in
      for (number, connection) in state.open {
        guard let deadline = connection.deadline, deadline <= now, !connection.isDropped else {
          continue
        }
        state.open[number]?.drop()
      }
    }
  }
}
