import ArgumentParser

/// The option that leaves out notes, for commands whose output is the answer itself.
struct NoteOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Print no notes; warnings and errors are printed all the same.")
  var quiet = false
}
