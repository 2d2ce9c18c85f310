import ArgumentParser
import Diagnostics
import Jobs
import Reports

/// The options that span a grid of policies.
struct GridOptions: ParsableArguments {
  private static let usualLengths = GridNumbers(6...16)
  private static let usualClasses = GridNumbers(GridSettings.usualClasses)

  @Option(
    help: ArgumentHelp(
      "Least lengths: 8, 6-16 (or 6..16, 6...16) or 8,12,15 (default: \(Self.usualLengths)).",
      valueName: "numbers"),
    transform: GridNumbers.init(argument:))
  var minlength = Self.usualLengths

  @Option(
    help: ArgumentHelp(
      "How many of lower, upper, digit, special must occur; 0 for no such rule "
        + "(default: \(Self.usualClasses)).",
      valueName: "numbers"),
    transform: GridNumbers.init(argument:))
  var classes = Self.usualClasses

  @Option(
    name: .customLong("max-repeating"),
    help: ArgumentHelp(
      "Longest runs of one character, such as none,3,2 (default: none).", valueName: "numbers"),
    transform: Limits.init(argument:))
  var repeats = Limits()

  @Option(
    name: .customLong("min-score"),
    help: ArgumentHelp(
      "Least scores of zxcvbn, such as 0,2,3; 0 for no such rule (default: of recommend 0-4; of sweep "
        + "what the policy of --rules has; else none).",
      valueName: "numbers"),
    transform: GridNumbers.init(argument:))
  var scores: GridNumbers?

  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "Blocklists, one a policy: none, default (the built-in list), or a file (default: of recommend "
        + "none,default; of sweep what the policy of --rules has; else none).",
      valueName: "lists"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var blocklists: [String]?

  @Option(
    help: ArgumentHelp(
      "Another rule on a number, with several numbers: 'at-most: none,0-2 digit', "
        + "'max-class-run: 3,4'; none for no such rule. Repeat it for more rules.",
      valueName: "rule"),
    transform: { text in
      do throws(Problem) {
        return try GridAxis(text)
      } catch {
        throw ValidationError(error)
      }
    })
  var vary: [GridAxis] = []

  @Option(
    help: """
      What characters every policy of the grid permits: ascii-printable (the default of sweep) or \
      unicode (the default of recommend); of sweep with --rules those of that policy.
      """)
  var allowed: Alphabet?

  enum Alphabet: String, ExpressibleByArgument, CaseIterable {
    case asciiPrintable = "ascii-printable"
    case unicode
  }

  /// Whole numbers, as a range or separated by commas.
  struct GridNumbers: CustomStringConvertible {
    let numbers: [Int]
    let description: String

    init(_ range: ClosedRange<Int>) {
      numbers = Array(range)
      description = "\(range.lowerBound)...\(range.upperBound)"
    }

    init(_ numbers: [Int]) {
      self.numbers = numbers
      description = numbers.map { String($0) }.joined(separator: ",")
    }

    init(argument: String) throws {
      var numbers: [Int] = []
      for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
        guard let range = try? Quantity.range(String(part)), range.count <= GridSettings.mostCells
        else {
          throw ValidationError("Expected numbers such as 8, 6-16 or 8,12,15, not '\(argument)'.")
        }
        numbers += range
      }
      var seen: Set<Int> = []
      self.numbers = numbers.filter { seen.insert($0).inserted }
      description = argument
    }
  }

  /// Limits, one of which may be `none`.
  struct Limits: CustomStringConvertible {
    let limits: [Int?]
    let description: String

    init() {
      limits = [nil]
      description = "none"
    }

    init(argument: String) throws {
      var limits: [Int?] = []
      for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
        if part == "none" {
          limits.append(nil)
        } else {
          limits += try GridNumbers(argument: String(part)).numbers.map(Optional.some)
        }
      }
      var seen: Set<Int?> = []
      self.limits = limits.filter { seen.insert($0).inserted }
      description = argument
    }
  }

  var settings: GridSettings { settings(allowed ?? .asciiPrintable) }

  /// The grid of a recommendation, with scores and a blocklist to choose from.
  var recommended: GridSettings {
    var grid = self
    grid.scores = scores ?? GridNumbers(0...4)
    grid.blocklists = blocklists ?? ["none", SweepReport.List.builtIn.name]
    return grid.settings(allowed ?? .unicode)
  }

  private func settings(_ alphabet: Alphabet) -> GridSettings {
    GridSettings(
      minLengths: minlength.numbers, classes: classes.numbers, maxRepeating: repeats.limits,
      minScores: scores?.numbers, blocklists: blocklists, axes: vary,
      allowsUnicode: alphabet == .unicode)
  }
}
