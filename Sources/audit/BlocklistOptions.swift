import ArgumentParser
import Auditing
import Blocklists
import Diagnostics
import Intake
import PasswordRules
import Passwords
import Reporting

/// Which blocklists passwords are compared with.
struct BlocklistOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "A list of refused values: one that 'audit blocklist build' compiled, or text, packed or not; "
        + "repeat for more. Replaces the built-in one.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("blocklist-match"),
    help: ArgumentHelp(
      "How the report compares passwords with them; repeat for more: exact (the default), fold (case, "
        + "width), leet (fold, and \(Blocklist.leetTable)), substring:N (values of N characters or "
        + "more inside the password; fold+substring:N, leet+substring:N), entra-like (an "
        + "approximation; up to 1000 banned terms beside the built-in ones). Policies say it for "
        + "themselves.",
      valueName: "how"),
    completion: .list(["exact", "fold", "leet", "substring:4", "fold+substring:4", "entra-like"]),
    transform: comparison(named:))
  var matches: [ListReference.Comparison] = []

  @OptionGroup var forms: ListFormOptions

  @Flag(name: .customLong("no-blocklist"), help: "Compare with no blocklist.")
  var isOff = false

  @Flag(
    name: .customLong("exact"),
    help: "Fail where more than half a false hit is to be expected of the blocklists.")
  var isExact = false

  func validate() throws {
    if isOff, !files.isEmpty || !matches.isEmpty {
      throw ValidationError(
        "--no-blocklist excludes \(files.isEmpty ? "--blocklist-match" : "--blocklist").")
    }
  }

  /// Reads the lists of the run, and those that policies name, each once.
  ///
  /// The word `default` in a policy means the lists of the run: the built-in one, or those that
  /// replace it. They are read once more for each way in which they are compared, by the run and by
  /// policies. `names` are what passwords must not contain where terms are scored. `marksUsers` says
  /// whether the input names users; where it does not, rules on their names refuse nothing, which is
  /// told.
  ///
  /// - Throws: ``Outcome/impossible`` once every problem has been told: a list that can be read
  ///   only in part would let through what it should refuse.
  func load(
    for policies: [Policy], names: [String] = [], marksUsers: Bool = false, stop: StopFlag
  ) throws -> LoadedBlocklists {
    var loaded = try LoadedBlocklists(forms, names: names, marksUsers: marksUsers)
    if !marksUsers { DoubtfulList.tellOfMissingUsers(policies) }
    let ofRun = (matches.isEmpty ? [.exact] : matches).map {
      ListReference.blocklist(.builtIn, $0)
    }
    var failed = false
    var (seen, isTold) = (Set<ListReference>(), false)
    for reference in (isOff ? [] : ofRun) + policies.flatMap(\.lists)
    where seen.insert(reference).inserted {
      switch reference {
      case .blocklist(.builtIn, _) where isOff:
        if !isTold { Terminal.tell(DoubtfulList.switchedOff) }
        isTold = true
        loaded.addNothing(for: reference)
      case .blocklist(let source, let comparison):
        let files = source.path.map { [$0] } ?? files
        if files.isEmpty {
          loaded.addBuiltIn(comparison, for: reference)
        } else if !loaded.add(files: files, comparison, for: reference, stop: stop) {
          failed = true
        }
      case .context(let words): loaded.add(contextWords: words, for: reference)
      case .userName: break
      }
    }
    if failed { throw Outcome.impossible }
    try loaded.join()
    return loaded
  }
}
