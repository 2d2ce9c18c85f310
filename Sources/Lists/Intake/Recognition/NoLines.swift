import Diagnostics

/// A reason why a text is not read as lines.
package enum NoLines: Hashable, Sendable {
  /// It begins with the signature of an unsupported format.
  case foreign(ForeignFormat)
  /// It begins with the signature of a supported format, except for one byte.
  case damagedSignature(PackedFormat)
  /// It is a JSON document, or has one on each line; the filter of `jq` takes its passwords out.
  case json(filter: String)
  /// Most of its first bytes are not text.
  case binary(TextShare)

  /// Judges the first bytes of a text in a byte encoding; nil if they look like a list.
  ///
  /// - Parameters:
  ///   - head: The first ``TextHead/byteCount`` bytes, or all of a shorter text.
  ///   - markByteCount: The size of the byte order mark at the start.
  package init?(_ head: [UInt8], behind markByteCount: Int = 0) {
    if let format = ForeignFormat(head) {
      self = .foreign(format)
    } else if let format = PackedFormat(almostSignatureOf: head) {
      self = .damagedSignature(format)
    } else if let filter = JSONStart.filter(
      markByteCount == 0 ? head : Array(head.dropFirst(markByteCount)))
    {
      self = .json(filter: filter)
    } else {
      let share = TextShare(head)
      guard share.isMostlyNoText else { return nil }
      self = .binary(share)
    }
  }
}

extension NoLines {
  /// The finding, in the words of messages.
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

  /// The remedy; `pipe` makes a command line from a filter.
  ///
  /// The name of the file is a word of a command after a blank; empty if there is none.
  ///
  /// With `insists` it names the option that reads any bytes, which lists have and blocklists not.
  func remedy(of name: String = "", insists: Bool = true, pipe: (String) -> String) -> String {
    let sentence: String
    switch self {
    case .foreign(let format):
      switch format.remedy {
      case .filter(let command): return pipe(command)
      case .own(let words, let placeholder):
        return name.isEmpty ? words : words.replacing(" " + placeholder, with: name)
      case .unpack(let command): sentence = "Unpack it ('\(command)'), and name what was in it."
      case .export(let command): sentence = "Export the passwords (\(command)), one a line."
      case .none: sentence = insists ? "It is skipped under any name." : "It holds no list."
      }
    case .damagedSignature: sentence = "Fetch the list again from a sound copy."
    case .json(let filter):
      // The command comes last, so that it can be copied.
      return (insists ? insist + " " : "") + pipe("jq -r \(filter.shellWord)")
    case .binary:
      sentence =
        "If it is packed or encrypted, unpack it first"
        + (insists ? "; if it is UTF-16, state it with --encoding." : ".")
    }
    return insists ? sentence + " " + insist : sentence
  }

  private func percent(_ part: Int, _ share: TextShare) -> String {
    "\(share.byteCount == 0 ? 0 : part * 100 / share.byteCount) %"
  }
}

private let insist = "With --binary its bytes are read as lines all the same."
