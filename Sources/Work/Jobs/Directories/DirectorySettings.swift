package import Diagnostics
import Directories
import Reports

/// What makes the lists of an audit dumps of a directory.
///
/// The potfiles are the lists of passwords; the dumps say for how many accounts each of them counts.
package struct DirectorySettings: Sendable, CheckedSettings {
  /// The files with what was cracked.
  package var potfiles: [String] = []
  /// Tables of accounts: states, dates, and columns by which accounts are separated.
  package var attributes: [String] = []
  /// Files that name the members of groups, each a dataset.
  package var groups: [String] = []
  /// Files that name accounts which do not count.
  package var excluded: [String] = []
  /// The domain of each dump, in order, for lines that name none.
  package var domains: [String] = []
  /// What separates accounts into datasets.
  private(set) var strata: [StrataRequest] = []
  /// The accounts that count besides enabled users.
  let included: Set<IncludedAccounts>
  /// The fewest accounts of a stratum that is not joined with others.
  package var minCell = 10
  /// Whether the hash of the empty password stands for a missing one.
  package var isBlankNone = false
  /// Whether earlier hashes are kept.
  package var keepsHistory = true
  /// The most bytes of the tables.
  package var memory = 2 << 30
  /// The order of day and month where dates do not tell; nil to let the column tell.
  private(set) var dateOrder: PasswordDate.Order?
  /// The day at which ages end; nil for the newest of any account.
  private(set) var asOf: Int32?
  /// That day, as it was typed.
  private var typedDay: String?
  /// Whether the names of accounts are needed after counting.
  package var namesAccounts = false
  /// Whether the file of accounts tells the rules that are broken.
  package var namesReasons = false

  /// What a reader must know of who counts, if it is not the usual.
  var readings: [String: String] {
    let others = included.map(\.rawValue).sorted().joined(separator: ", ")
    return [
      "also counted": included.isEmpty ? nil : others, "blank hash": isBlankNone ? "no hash" : nil,
    ].compactMapValues(\.self)
  }

  /// Makes settings that separate accounts by their domain, columns or files, and also count
  /// `disabled`, `machines` or `system` where they are named.
  package init(separating strata: [String], including included: [String]) {
    self.included = Set(included.compactMap(IncludedAccounts.init))
    separate(by: strata)
  }

  /// Separates accounts by their domain, a column or a file, too.
  mutating func separate(by names: [String]) {
    strata = (strata + names.map { StrataRequest(text: $0) }).uniqued()
  }

  /// States the order of day and month, `dmy` or `mdy`, and the day at which ages end, such as
  /// `2026-03-01`.
  package mutating func readDates(order: String?, asOf day: String?) {
    dateOrder = order.flatMap(PasswordDate.Order.init)
    typedDay = day
    if let day, case .day(let number) = PasswordDate(Array(day.utf8).span) { asOf = number }
  }

  package func validate() throws(Problem) {
    let isDay = typedDay.map { CalendarDay($0) != nil }
    try Problem.refuse([
      "--min-cell takes a number from 1, so not \(minCell).": minCell < 1,
      "--as-of: '\(typedDay ?? "")' is not a day of the calendar, such as 2026-11-25.":
        isDay == false,
      "--accounts-reasons goes with --accounts.": namesReasons && !namesAccounts,
    ])
    try Problem.requireMemory(memory, mebibytes: 16)
  }

  /// The first option that says that the lists are dumps; nil if their layout alone says so.
  package var option: String? {
    let options: KeyValuePairs = [
      "--potfile": !potfiles.isEmpty, "--attributes": !attributes.isEmpty, "--by": !strata.isEmpty,
      "--group": !groups.isEmpty, "--as-of": typedDay != nil, "--date-order": dateOrder != nil,
      "--no-history": !keepsHistory, "--domain": !domains.isEmpty, "--include": !included.isEmpty,
      "--exclude": !excluded.isEmpty, "--blank": isBlankNone, "--accounts": namesAccounts,
    ]
    return options.first(where: \.value)?.key
  }

  /// Refuses the first of some options that is given; dumps do not go with it.
  package func refuse(_ others: KeyValuePairs<String, Bool>) throws(Problem) {
    guard let other = others.first(where: \.value)?.key else { return }
    throw Problem.ofSettings(
      "\(option ?? "--layout dump") makes the lists dumps, which do not go with \(other).")
  }

  /// The most datasets beside the whole.
  static let mostDatasets = 256
}

/// What `--by` names: the domain, a column of a table, or a file of labels.
struct StrataRequest: Hashable, Sendable {
  /// The option's value.
  let text: String

  static let domain = StrataRequest(text: "domain")

  /// Whether it is stated to be a file, or a column; nil if only the name tells.
  var isFile: Bool? {
    text.hasPrefix("file:") ? true : text.hasPrefix("column:") ? false : nil
  }

  /// The name of the column or file.
  var name: String {
    isFile == nil
      ? text : String(text[text.index(after: text.firstIndex(of: ":") ?? text.startIndex)...])
  }
}
