import ArgumentParser
import Intake

/// The options for line layouts.
struct LayoutOptions: ParsableArguments {
  @Option(
    name: .customLong("layout"),
    help: ArgumentHelp(
      """
      What a line holds: plain (a password), counted ('uniq -c', or password:N, or password|N; \
      counted:prefix, counted:colon and counted:bar state which), user:password or \
      user:hash:password (rules 'context: username' look at the user, and a user without a \
      password counts as a blank one), hash:password (a potfile), hash:salt:password, john:show (what 'john --show' prints), \
      csv:COLUMN (by name or number; csv:COLUMN,user=COLUMN names users too), or \
      auto (the first lines of each list tell; it is read as if that were stated).
      """,
      valueName: "layout"),
    completion: .list(LayoutRequest.spellings.filter { !$0.hasPrefix("csv:") } + ["csv:"]))
  var layout: LayoutRequest?

  @Flag(help: "Lines say how often their password occurs; the same as --layout counted.")
  var counts = false

  @Option(
    help: ArgumentHelp(
      """
      What stands between user or hash and password (default: a colon), or between cells \
      (default: a comma): a character, tab or space.
      """,
      valueName: "character"),
    transform: separator(named:))
  var separator: UInt8?

  @Flag(
    inversion: .prefixedNo,
    help: "Read $HEX[6162] as the bytes 61 62 (default: with users and hashes only).")
  var decodeHex: Bool?

  func validate() throws {
    if counts, let layout, !layout.isCounted {
      throw ValidationError("--counts and another --layout exclude each other.")
    }
    if separator != nil, !request.takesSeparator {
      throw ValidationError(
        "--separator goes with layouts that name a user, a hash or a column, and with auto.")
    }
  }

  /// The requested layout.
  var request: LayoutRequest {
    var request = layout ?? (counts ? LayoutRequest(.counted) : .plain)
    request.separator = separator
    request.decodesHex = decodeHex
    return request
  }
}

extension LayoutRequest: ExpressibleByArgument {
  /// Reads the value of the option.
  package init?(argument: String) { self.init(argument) }

  /// The values that shells offer for completion.
  package static var allValueStrings: [String] { spellings }

  fileprivate var isCounted: Bool {
    switch choice {
    case .counted, .stated(.counted): true
    default: false
    }
  }

  fileprivate var takesSeparator: Bool {
    switch choice {
    case .auto, .table, .stated(.user), .stated(.userHash), .stated(.userHashFirst),
      .stated(.hash), .stated(.saltedHash), .stated(.john):
      true
    default: false
    }
  }
}

/// The byte named by an option.
@Sendable private func separator(named text: String) throws -> UInt8 {
  switch text {
  case "tab", "\\t": return 9
  case "space": return 0x20
  default:
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D,
      byte != UInt8(ascii: "\""), byte != 0
    else { throw ValidationError("'\(text)' is no separator; give one character, tab or space.") }
    return byte
  }
}
