import ArgumentParser

/// The option to replace a file, which has one meaning in every command that writes one.
struct ReplaceOptions: ParsableArguments {
  @Flag(help: "Replace the file if it is there; without this, no command replaces one.")
  var force = false
}

/// Refuses standard output where a command writes a file.
func requireFile(_ output: String) throws {
  if output == "-" {
    throw ValidationError("--output takes a file, not standard output: -o FILE")
  }
}

/// Refuses standard output where a command writes a directory.
func requireDirectory(_ output: String?) throws {
  if output == "-" {
    throw ValidationError(
      "--output takes a directory, not standard output. To print the table, say --format csv.")
  }
}
