import ArgumentParser
import Diagnostics
import Jobs
import Reports

/// `audit tally`: inspects tallies.
struct TallyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally",
    abstract: "Describes tallies that 'audit scan' recorded.",
    subcommands: [Info.self])

  /// `audit tally info`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info",
      abstract: "Prints what a tally recorded, and which questions it can and cannot answer.",
      discussion: """
            audit tally info leaked.tally

        Exit code: 0 done; 2 the file is no tally, or is damaged; 64 wrong usage.
        """)

    @Argument(help: ArgumentHelp("A tally.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: FormatOptions
    @OptionGroup var notes: NoteOptions

    func validate() throws { try output.require([.text, .json, .jsonl]) }

    func run() throws {
      try reportingProblems(quiet: notes.quiet) {
        guard output.format == .text else {
          try Terminal.write(try TallyStore.json(of: file) + [10])
          return
        }
        var text = ""
        for (title, lines) in try TallyStore.description(of: file) where !lines.isEmpty {
          if !title.isEmpty { text += "\n\(title):\n" }
          for line in lines { text += "\(title.isEmpty ? "" : "  ")\(escaped(line))\n" }
        }
        try Terminal.write(text)
      }
    }
  }
}
