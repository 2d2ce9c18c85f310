import ArgumentParser
import Jobs
import Metrics
import Reports

/// `audit spectrum`: what guesses find of a list that is published as counts.
struct SpectrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrum",
    abstract: "Says what guesses find of a list that is published as counts, without a password.",
    discussion: """
          audit spectrum yahoo.txt
          audit spectrum --popularity 10 --format csv yahoo.txt

      Each line of the file has two numbers: occurrences, and how many passwords occur so often. \
      '120 3' says that three passwords have 120 accounts each. Blanks, a tab, a comma, a semicolon or a colon \
      stand between them; the order of lines does not matter, and a heading above them is left out. Occurrences \
      are taken for accounts. The file may be packed; - is standard input.

      Prints what guesses find on the list, and between which ends lies what they find of other accounts, whoever \
      guesses. All formats but text have the rows of empirical.csv. A spectrum has no passwords, so no policy can \
      be judged.

      Exit code: 0 done; 2 the file is no spectrum, or cannot be read; 64 wrong usage.
      """)

  @Argument(help: ArgumentHelp("A list as counts.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var sureness: ConfidenceOptions
  @OptionGroup var limit: PopularityOptions
  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  // Answered with what there is in their place.
  @Option(name: [.customLong("rules"), .customLong("preset")], help: .hidden) var policy: String?

  func validate() throws {
    try output.require()
    if policy != nil {
      throw ValidationError(
        "A spectrum has no passwords that a policy could judge. A limit on popularity takes its place: --popularity N"
      )
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let list = try SpectrumFile(file, tell: Terminal.tell)
      var findings = GuessingFindings(list.spectrum, confidence: sureness.chosen ?? .usual)
      if let most = limit.most { findings.limit(perMillion: most) }
      let report = SpectrumReport(list.name, findings)
      if output.format == .text {
        return try Terminal.write(report.text(columns: Terminal.width))
      }
      try Terminal.write(report.table.bytes(as: output.format))
    }
  }
}
