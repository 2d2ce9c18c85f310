import ArgumentParser
import Requests

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

  /// Checks that a list is named, or piped in.
  func requireAny(to verb: String, as example: String) throws {
    if names.isEmpty, Terminal.isTerminal(0) {
      throw ValidationError(
        "No list to \(verb). Name one, as in '\(example)', or pipe one in.")
    }
  }

  /// The options as settings; standard input if no list was named.
  var settings: ListSettings {
    ListSettings(
      names: names.isEmpty ? ["-"] : names, reading: text.reading, layout: layout.request)
  }
}
