import Diagnostics

/// The report as text for people: a first screen about what is refused, what attackers guess of the
/// rest, and why; details on request.
///
///     2 policies tried on 5,975,683 passwords (leaked)
///
///                refused  accepted  guessed, of the accepted, with so many
///                of all             guesses on each account
///     …
package struct Summary: Screen {
  let overview: ReportOverview
  let ink: Ink
  let columns: Int
  let isVerbose: Bool
  let places: Places?
  /// The accounts that count, if the lists are dumps of a directory.
  private let accounts: UInt64?

  /// Terminal colours, or none.
  package struct Ink: Sendable {
    private let isOn: Bool

    /// Uses colours only if the output is a terminal that shows them.
    package init(isOn: Bool) { self.isOn = isOn }

    func strong(_ text: String) -> String { wrap("1", text) }
    func faint(_ text: String) -> String { wrap("2", text) }
    func good(_ text: String) -> String { wrap("32", text) }
    func bad(_ text: String) -> String { wrap("31", text) }
    func alarm(_ text: String) -> String { wrap("33", text) }

    private func wrap(_ code: String, _ text: String) -> String {
      isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
  }

  /// Where the reader finds more details.
  package struct Places: Sendable {
    let command: [String]
    let directory: String
    let page: String?

    /// Makes the places of what else there is: the command that prints details, in shell words; the
    /// report's directory; and the page, if it was written.
    package init(command: [String], directory: String, page: String?) {
      self.command = command
      self.directory = directory
      self.page = page
    }
  }

  /// Makes a summary for a page of `columns` columns, at least 60.
  package init(
    _ report: Report, ink: Ink, columns: Int = 80, isVerbose: Bool = false, places: Places? = nil
  ) {
    overview = report.overview
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
    self.isVerbose = isVerbose
    self.places = places
    accounts = AccountFigures(report.accounts)?.accounts
  }

  /// The whole text, ending in LF.
  package var text: String {
    if overview.isEmpty { return paragraphs([title, factsWithoutPasswords, whereToGo]) }
    let first = [
      title, comparison, otherRates, reasons, randomStrings, commonest, behaviours, facts,
    ]
    return paragraphs(first + (isVerbose ? details : []) + [whereToGo])
  }

  private var title: [String] {
    let manifest = overview.manifest
    let name = escaped(manifest.dataset)
    if accounts == nil, overview.isEmpty {
      return [ink.strong("\(name): ") + ink.bad("EMPTY: no password was read")]
    }
    let policies = counted(overview.policies.count, "policy", "policies")
    let lineCount = overview.lines.audited
    let facts = [
      lineCount == overview.entries || accounts != nil ? nil : "in \(counted(lineCount, "line"))",
      overview.distinct.map { "\($0.grouped) different" } ?? "each occurrence counts",
    ].compactMap(\.self)
    let base =
      accounts.map { "\(counted(overview.entries, "known password")) of \(counted($0, "account"))" }
      ?? counted(overview.entries, "password")
    let lines = wrapped(
      "\(policies) tried on \(base) (\(([name] + facts).joined(separator: "; ")))")
    return lines.map(ink.strong)
      + (manifest.complete ? [] : [ink.bad("INCOMPLETE: not everything could be counted")])
  }

  /// The last lines: where the details, the files and the page are.
  private var whereToGo: [String] {
    guard let places else { return [] }
    let directory = escaped(places.directory)
    let page = places.page.map { ["Page          \(escaped($0))"] } ?? []
    if isVerbose { return ["Report        \(directory)"] + page }
    return labelledCommand("More", places.command, columns: columns)
      + (page.isEmpty ? ["Report        \(directory)"] : page)
  }
}
