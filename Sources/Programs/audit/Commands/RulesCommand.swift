import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import Reports
import Workers

/// `audit rules`: works with policies, without a list.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Prints, lints and makes policies, and holds them against standards.",
    subcommands: [
      RulesPrintCommand.self, RulesLintCommand.self, RulesClausesCommand.self,
      RulesStandardsCommand.self, RulesManagersCommand.self,
      RulesNewCommand.self,
      RulesPresetsCommand.self, RulesVectorsCommand.self,
    ])
}

/// `audit rules print`.
struct RulesPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Prints policies in a form that reads back as the same policy.",
    discussion: """
          audit rules print --form portable --rules policy.txt

      The form 'canonical' states every rule and every permitted character, 'minified' leaves out \
      what the rest implies, and 'portable' has only rules that every reader of Apple's language \
      understands; standard error then names the rules that are lost. 'html' prints the attributes \
      minlength, maxlength and passwordrules of a field in a page, with the portable rules, and \
      'regex' one regular expression with look-aheads, or an error for a rule that none says.

      The policy of another system begins with comments that name the parts of its text that are \
      not judged, and why. --format jsonl prints an object for each policy instead: 'kind', \
      'outcome', 'name', 'text', and 'remarks' with 'kind', 'part', 'place' and 'text'.

      With --lines, each line of standard input is an object whose member 'input' is a rules \
      string; the answer is an object with 'outcome', 'diagnostics', 'canonical' and 'minified', \
      as Apple's own parser would have them.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments

  @Option(help: "canonical, minified, portable, html or regex.")
  var form: PolicyForm = .canonical

  @Flag(help: "Read rules strings as JSON lines from standard input, leniently.")
  var lines = false

  @OptionGroup var output: FormatOptions

  @OptionGroup var notes: NoteOptions

  enum PolicyForm: String, Choice {
    case canonical, minified, portable, html, regex
  }

  private var format: OutputFormat { output.format }

  func validate() throws {
    try output.require([.text, .json, .jsonl])
    if lines, format != .jsonl {
      throw ValidationError("--lines requires --format jsonl.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      if lines {
        let areAnswered = try answerLines(.policyReadings, threads: Processors.available)
        if !areAnswered { throw ExitCode.incomplete }
        return
      }
      if format != .text { return try printObjects() }
      var last: PolicySource?
      let texts = try policies.load().map { policy in
        defer { last = policy.source }
        // Policies of one text share their remarks.
        return (policy.source == last ? "" : comments(of: policy)) + (try self.text(of: policy))
      }
      // Names are printed unchanged, to be read back, except on a terminal.
      let text = texts.joined(separator: "\n")
      try Terminal.write(Terminal.isTerminal(1) ? escapedLines(text) : text)
    }
  }

  /// What a policy file can say beside the rules.
  private func comments(of policy: Policy) -> String {
    form == .canonical || form == .minified ? policy.source?.comments ?? "" : ""
  }

  private func text(of policy: Policy) throws -> String {
    switch form {
    case .canonical: return policy.text(.canonical)
    case .minified: return policy.text(.minified)
    case .regex: return try PolicyExpression(policy).text + "\n"
    case .portable, .html:
      for loss in policy.portable.losses {
        Terminal.tell(
          Problem(
            "lost-rule", at: policy.location, "policy '\(policy.name)': \(loss.sentence)", .warning)
        )
      }
      return (form == .html ? policy.htmlAttributes : policy.portable.rules.descriptor) + "\n"
    }
  }

  /// Prints an object for each policy, and one for each text that cannot be said.
  private func printObjects() throws {
    var refused: [PolicySource] = []
    var array = JSONArray()
    func put(_ policy: JSONObject) throws {
      let line = jsonText(policy) + [0x0A]
      try Terminal.write(format == .json ? array.adding(line) : line)
    }
    defer {
      for source in refused { try? put(JSONObject(source: source)) }
      if format == .json { _ = try? Terminal.write(array.ending) }
    }
    let policies = try self.policies.settings.load(tell: Terminal.tell) { refused.append($0) }
    for policy in policies {
      let text = try form == .canonical ? policy.line() : String(self.text(of: policy).dropLast())
      try put(JSONObject(source: policy.source, name: policy.name, text: text))
    }
  }
}

/// `audit rules presets`.
struct RulesPresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Lists the policies that standards publish, or prints some with their clauses.",
    discussion: """
          audit rules presets
          audit rules presets nist-63b-4
          audit --preset nist-63b-4 leaked.txt.gz
      """)

  @Argument(
    help: ArgumentHelp("Presets to print, with their clauses.", valueName: "id"),
    completion: .list(Preset.all.map(\.id)))
  var ids: [String] = []

  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try output.require(ids.isEmpty ? OutputFormat.ofTables : [.text])
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      if ids.isEmpty, output.format != .text {
        try Terminal.write(PresetTable.filled.bytes(as: output.format))
      } else if ids.isEmpty {
        let width = Preset.all.map(\.id.count).max() ?? 0
        let lines = Preset.all.map {
          "\($0.id)\(String(repeating: " ", count: width + 2 - $0.id.count))\($0.title)\n"
        }
        try Terminal.write(lines.joined())
      }
      for id in ids {
        try Terminal.write(try PolicySettings.preset(id).text)
      }
    }
  }
}

extension JSONObject {
  /// A policy; `outcome` is exact if it was written in our language, and a name or a text that is
  /// missing is null.
  fileprivate init(source: PolicySource?, name: String? = nil, text: String? = nil) {
    self = [
      "kind": source?.kind.rawValue ?? "rules", "outcome": source?.outcome ?? .exact,
      "name": .some(name), "text": .some(text), "remarks": source?.remarks ?? [],
    ]
  }
}
