import ArgumentParser
import Intake
import Requests

/// The options for reading the bytes of lists.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Text encoding of the lists: utf-8, latin-1, windows-1252, utf-16le, utf-16be, or auto, which "
        + "is UTF-16 where the first bytes say so and UTF-8 otherwise.", valueName: "name"))
  var encoding: Encoding = .utf8

  @Option(
    help: ArgumentHelp(
      "How to read lines that are not UTF-8: as latin-1, windows-1252, or none, which leaves them "
        + "as they are.", valueName: "name"))
  var fallback: Fallback = .none

  @Flag(
    help: ArgumentHelp(
      "Read every file as lines, even binary data, JSON, formats that are "
        + "not read. Otherwise that is an error."))
  var binary = false

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "Read at most this much unpacked text from all lists together, such as 1G or 500MB.",
      valueName: "size"),
    transform: typed { text throws(QuantityProblem) in UInt64(try Quantity.bytes(text)) })
  var maxBytes: UInt64?

  enum Encoding: String, ExpressibleByArgument, CaseIterable {
    case utf8 = "utf-8"
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case auto
  }

  enum Fallback: String, ExpressibleByArgument, CaseIterable {
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
    case none
  }

  func validate() throws {
    if fallback != .none && encoding != .utf8 && encoding != .auto {
      throw ValidationError(
        "--fallback is for lines that are not UTF-8, and needs --encoding utf-8 or auto.")
    }
  }

  /// The options as settings of the reader.
  var reading: TextSettings {
    TextSettings(
      encoding: TextEncoding(rawValue: encoding.rawValue),
      fallback: TextEncoding(rawValue: fallback.rawValue), maxBytes: maxBytes,
      takesAnyBytes: binary)
  }
}
