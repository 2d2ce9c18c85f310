import ArgumentParser
import Diagnostics
import Preparing
import Tallies
import TallyFiles

/// `audit merge`: adds tallies up.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Adds up tallies of several lists, as if all had been recorded at once.",
    discussion: """
      The tallies must have been recorded with the same options, blocklists and reference year. \
      Their order and grouping do not matter.

          audit merge a.tally b.tally -o both.tally

      Exit code: 0 done; 2 they do not add up, or one is damaged; 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp("Tallies that 'audit scan' or 'audit merge' wrote.", valueName: "tally"),
    completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write the sum.", valueName: "file"), completion: .file())
  var output: String

  func validate() throws {
    if output == "-" { throw ValidationError("--output takes a file, not standard output.") }
  }

  func run() throws {
    try reportingProblems {
      var target = try TallyStore.begin(output)
      var whole: Recording?
      for file in files {
        let part = try TallyStore.read(file)
        guard var sum = whole else {
          whole = part
          continue
        }
        whole = nil
        do throws(MergeFault) { try sum.merge(part) } catch {
          throw UnlikeTallies(file: file, fault: error)
        }
        whole = sum
      }
      if let whole { try TallyStore.write(whole, to: &target) }
    }
  }
}

/// A tally that cannot be added to those before it.
private struct UnlikeTallies: Diagnosable {
  let file: String
  let fault: MergeFault

  var location: Location? { Location(file: file) }

  var found: String {
    switch fault {
    case .unlike(let difference): "not recorded as the tallies before it: \(difference)"
    case .reading(let name, let before, let now):
      "not read as the tallies before it: \(name) is '\(now)', not '\(before)'"
    case .list(let name): "the blocklist '\(name)' is not that of the tallies before it"
    case .distinct: "distinct passwords, which may be those of the tallies before it"
    case .overflow(let words): "more \(words) than can be counted"
    }
  }

  var expected: String? {
    switch fault {
    case .overflow: "fewer than 2⁶³"
    default: nil
    }
  }

  var remedy: String? {
    switch fault {
    case .unlike, .reading, .list: "Record both with the same options."
    case .distinct: "Scan the lists together: audit scan --distinct A B -o FILE."
    case .overflow: nil
    }
  }
}
