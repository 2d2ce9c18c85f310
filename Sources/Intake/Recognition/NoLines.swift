/// Why a text is taken for something else than lines.
package enum NoLines: Hashable, Sendable {
  /// The first bytes are the signature of a format that is not read.
  case foreign(ForeignFormat)
  /// The first bytes are the signature of a format that is read, but for one byte.
  case damagedSignature(PackedFormat)
  /// A JSON document, or one a line.
  case json
  /// The first bytes are mostly no text.
  case binary(TextShare)

  /// Judges the first bytes of a text in an encoding of bytes; nil for a list.
  ///
  /// - Parameters:
  ///   - head: The first ``TextHead/byteCount`` bytes, or all of a shorter text.
  ///   - markByteCount: How many of them are a byte order mark.
  package init?(_ head: [UInt8], behind markByteCount: Int = 0) {
    if let format = ForeignFormat(head) {
      self = .foreign(format)
    } else if let format = PackedFormat(almostSignatureOf: head) {
      self = .damagedSignature(format)
    } else if JSONStart.isIn(markByteCount == 0 ? head : Array(head.dropFirst(markByteCount))) {
      self = .json
    } else {
      let share = TextShare(head)
      guard share.isMostlyNoText else { return nil }
      self = .binary(share)
    }
  }
}

extension NoLines {
  /// What was found, as a message says it.
  var found: String {
    switch self {
    case .foreign(let format): "data is \(format.name)"
    case .damagedSignature(let format):
      "data begins like \(format.rawValue) data whose signature is damaged"
    case .json: "text is JSON"
    case .binary(let share):
      "the first \(share.byteCount) bytes are mostly no text: \(percent(share.controls, share)) "
        + "control bytes, \(percent(share.illFormed, share)) ill-formed as UTF-8"
    }
  }

  /// What to do about it, with what makes a command line that ends in this program.
  func remedy(pipe: (String) -> String) -> String {
    switch self {
    case .foreign(let format):
      switch format.remedy {
      case .filter(let command): pipe(command)
      case .unpack(let command): "Unpack it ('\(command)'), and name what was in it. \(insist)"
      case .export(let command): "Export the passwords (\(command)), one a line. \(insist)"
      case .none: "It is skipped, whatever it is called. \(insist)"
      }
    case .damagedSignature: "Fetch the list again from a sound copy. \(insist)"
    case .json: "\(pipe("jq -r '.. | .password? // empty'")) \(insist)"
    case .binary:
      "If it is packed or encrypted, unpack it first; if it is UTF-16, state it with --encoding. "
        + insist
    }
  }

  private func percent(_ part: Int, _ share: TextShare) -> String {
    "\(share.byteCount == 0 ? 0 : part * 100 / share.byteCount) %"
  }
}

private let insist = "With --binary its bytes are read as lines all the same."
