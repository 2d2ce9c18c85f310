import ArgumentParser
import Intake
import Jobs

/// The options for lists.
struct ListOptions: ParsableArguments {
  @OptionGroup(title: "Lists") var layout: LayoutOptions
  @OptionGroup(title: "Lists") var text: InputOptions

  @Argument(
    help: ArgumentHelp(
      "Lists: files, directories, or - for standard input; plain, compressed (gzip, zstd, xz, bzip2, "
        + "lz4, lzip) or in an archive (tar, zip, 7z); content decides, not the name.",
      valueName: "list"),
    completion: .file())
  var names: [String] = []

  func validate() throws { try accept(try settings.validate()) }

  /// Checks that a list is named, or piped in.
  func requireAny(to verb: String, as example: String) throws {
    if names.isEmpty, Terminal.isTerminal(0) {
      throw ValidationError("No list to \(verb). Name one, as in '\(example)', or pipe one in.")
    }
  }

  /// The options as settings; standard input if no list was named.
  var settings: ListSettings {
    ListSettings(
      names: names.isEmpty ? ["-"] : names, reading: text.reading, layout: layout.request)
  }
}

/// The options for reading the bytes of lists.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Text encoding of the lists: utf-8, latin-1, windows-1252, utf-16le, utf-16be, or auto, which "
        + "is UTF-16 where the first bytes say so and UTF-8 otherwise.", valueName: "name",
      visibility: .further))
  var encoding: Encoding = .utf8

  @Option(
    help: ArgumentHelp(
      "How to read lines that are not UTF-8: as latin-1, windows-1252, or none, which leaves them "
        + "as they are.", valueName: "name", visibility: .further))
  var fallback: Fallback = .none

  @Flag(
    help: ArgumentHelp(
      "Read every file as lines, even binary data, JSON, formats that are "
        + "not read. Otherwise that is an error.", visibility: .further))
  var binary = false

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "Read at most this much unpacked text from all lists together, such as 1G or 500MB.",
      valueName: "size", visibility: .further),
    transform: typed { text throws(QuantityProblem) in UInt64(try Quantity.bytes(text)) })
  var maxBytes: UInt64?

  enum Encoding: String, Choice {
    case utf8 = "utf-8"
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case auto
  }

  enum Fallback: String, Choice {
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
    case none
  }

  /// The options as settings of the reader.
  var reading: TextSettings {
    TextSettings(
      encoding: TextEncoding(rawValue: encoding.rawValue),
      fallback: TextEncoding(rawValue: fallback.rawValue), maxBytes: maxBytes,
      takesAnyBytes: binary)
  }
}

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
      csv:COLUMN (by name or number; csv:COLUMN,user=COLUMN names users too; with by=, set=, state= or \
      domain=, or hash=COLUMN in place of the passwords, it is a dump of a directory), or \
      auto (the first lines of each list tell; it is read as if that were stated).
      """,
      valueName: "layout"),
    completion: .list(LayoutRequest.spellings.filter { !$0.hasPrefix("csv:") } + ["csv:"]))
  var layout: LayoutRequest?

  @Flag(
    help: ArgumentHelp(
      "Lines say how often their password occurs; the same as --layout counted.",
      visibility: .further))
  var counts = false

  @Option(
    help: ArgumentHelp(
      """
      What stands between user or hash and password (default: a colon), or between cells \
      (default: a comma): a character, tab or space.
      """,
      valueName: "character", visibility: .further),
    transform: separator(named:))
  var separator: UInt8?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Read $HEX[6162] as the bytes 61 62 (default: with users and hashes only).",
      visibility: .further))
  var decodeHex: Bool?

  func validate() throws {
    if counts, let layout, !layout.isCounted {
      throw ValidationError("--counts and another --layout exclude each other.")
    }
  }

  /// The error for a list without passwords; nil if none is asked for.
  static func ofNoPasswords(in arguments: [String]) -> ValidationError? {
    let pairs = zip(arguments, arguments.dropFirst())
    let isAsked =
      arguments.contains("--layout=spectrum") || pairs.contains { $0 == ("--layout", "spectrum") }
    return isAsked
      ? ValidationError(
        "A spectrum has no passwords, which policies judge. 'audit spectrum FILE' says how much of it is guessed."
      ) : nil
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
