import ArgumentParser

/// The option to replace a file, which has one meaning in every command that writes one.
struct ReplaceOptions: ParsableArguments {
  @Flag(help: "Replace the file if it is there; without this, no command replaces one.")
  var force = false
}
