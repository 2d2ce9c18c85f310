import Diagnostics
import Glibc

/// The text of compressed data: member after member, up to the end or the first fault.
final class Unpacker: ByteStream {
  private enum Phase {
    case member
    case betweenMembers
    case over
  }

  private let format: PackedFormat
  private let source: any PieceSource
  private let account: ListAccount
  private let decoder: (any Decoder)?
  private var phase: Phase

  /// Whole members read so far.
  private(set) var members: UInt64 = 0

  private(set) var hadFault = false

  /// Begins at the first member, or behind another; a signature is still to be read.
  init(
    _ format: PackedFormat, _ source: any PieceSource, _ account: ListAccount,
    isBetweenMembers: Bool = false
  ) {
    phase = isBetweenMembers ? .betweenMembers : .member
    self.format = format
    self.source = source
    self.account = account
    decoder = format.makeDecoder()
  }

  func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      switch phase {
      case .member:
        let count = unsafe decode(into: space)
        if count > 0 { return count }
      case .betweenMembers: findMember()
      case .over: return 0
      }
    }
  }

  private func decode(into space: UnsafeMutableRawBufferPointer) -> Int {
    // The library may still hold text when the input is over, so it is asked once more without any.
    let isInputOver = source.isEmpty && !source.refill()
    // SAFETY: the step ends before the next `refill`, and writes within the space.
    guard let step = unsafe decoder?.step(source.unread, into: space) else {
      lackMemory()
      return 0
    }
    source.advance(by: step.consumed)
    switch step.outcome {
    case .going where step.consumed > 0 || step.produced > 0: break
    case .going where isInputOver:
      end(.cut(list: account.name, format, offset: source.offset))
    case .going: damaged("no progress")
    case .memberEnd:
      members += 1
      phase = .betweenMembers
    case .damaged(let reason): damaged(reason)
    case .windowTooLarge:
      end(.windowTooLarge(list: account.name, format, limit: PackedFormat.largestWindow))
    case .outOfMemory: lackMemory()
    }
    return step.produced
  }

  /// Finds the next member behind any zeros.
  private func findMember() {
    while !source.isEmpty || source.refill() {
      source.skipZeros()
      if source.isEmpty { continue }
      return startMember(at: source.offset)
    }
    phase = .over
  }

  /// Starts a member if its signature comes next, which may lie in two pieces of the input.
  private func startMember(at offset: UInt64) {
    var found: [UInt8] = []
    while found.count < format.signature.count {
      guard !source.isEmpty || source.refill() else {
        return end(.cut(list: account.name, format, offset: source.offset))
      }
      guard let byte = source.first else { continue }
      found.append(byte)
      let isSignature = format.signature.starts(with: found)
      guard isSignature || maySkip(found) else {
        phase = .over
        return account.note(.trailingBytes(list: account.name, format, offset: offset))
      }
      source.advance(by: 1)
      if !isSignature && format.isSkippable(found) { break }
    }
    guard let decoder, decoder.restart(behind: found) else { return lackMemory() }
    phase = .member
  }

  /// Whether bytes may be the start of a frame to be passed over.
  private func maySkip(_ found: [UInt8]) -> Bool {
    format.isSkippable(found + [0x50, 0x2A, 0x4D, 0x18].dropFirst(found.count))
  }

  private func damaged(_ reason: String) {
    end(.damaged(list: account.name, format, offset: source.offset, reason: reason))
  }

  private func lackMemory() {
    end(.readFailed(list: account.name, offset: source.offset, SystemError(code: ENOMEM)))
  }

  /// Ends the text at a fault, unless that is only what a fault of the file itself has brought.
  private func end(_ problem: IntakeProblem) {
    phase = .over
    hadFault = true
    if !account.isBrokenOff { account.breakText(problem) }
  }
}
