import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import PasswordSpaces
import Reports

/// `audit rules vectors`.
struct RulesVectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Prints made-up passwords that keep or break each rule of a policy by one.",
    discussion: """
          audit rules vectors --rules policy.txt > vectors.jsonl

      The output contains plaintext passwords, all made up: data to test a form, a server and a \
      document against one policy. Each line is an object: 'password', 'accepted', the rules that \
      it 'breaks', the rule that it is 'about', its 'edge' (inside, at, beyond, first, last), and \
      'why'; or 'impossible', with the reason, where no password can do that. The same policy \
      always gives the same lines.

      Exit code: 0 done; 2 no password meets the policy, or a policy that cannot be read; 64 no policy.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments
  @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions
  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try output.require([.text, .csv, .jsonl])
    if !policies.isGiven {
      throw ValidationError(
        "No policy to test. Name one, as in 'audit rules vectors --rules policy.txt'.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let policies = try self.policies.load()
      let settings = RuleVectorSettings(
        lists.settings, try strength.settings.load(tell: Terminal.tell))
      var areSatisfiable = true
      let format = output.format == .text ? .jsonl : output.format
      try Terminal.write(VectorTable.heading(format, namesPolicy: policies.count > 1))
      for policy in policies {
        let vectors = try settings.vectors(of: policy, tell: Terminal.tell)
        areSatisfiable = areSatisfiable && vectors.isSatisfiable
        try Terminal.write(
          VectorTable.bytes(vectors, of: policies.count > 1 ? policy.name : nil, as: format))
      }
      if !areSatisfiable { throw ExitCode.impossible }
    }
  }
}
