import Bytes
import Diagnostics
import Glibc
import PasswordPolicies
package import PasswordSpaces

/// The rate of the machine that tries all strings: that of a fast hash.
private let triedEachSecond = 1e10

/// One policy's keyspace as text.
package struct KeyspaceScreen: Screen {
  private let keyspace: PolicyKeyspace
  private let showsAllLengths: Bool
  private let isVerbose: Bool
  let columns: Int
  private let command: [String]

  /// Says in short how many of the shortest passwords there are.
  ///
  /// `isVerbose` shows bits, the usual lengths and the costs of rules, or all lengths counted.
  /// `command`, in shell words, prints these.
  package init(
    _ keyspace: PolicyKeyspace, showsAllLengths: Bool, isVerbose: Bool = true, columns: Int = 80,
    command: [String] = []
  ) {
    self.keyspace = keyspace
    self.showsAllLengths = showsAllLengths
    self.isVerbose = isVerbose
    self.columns = max(columns, 60)
    self.command = command
  }

  /// The screen, with a final line feed.
  package var text: String {
    let details = isVerbose ? [heading, lengths, costs] : []
    return paragraphs([inShort] + details + [remarks])
  }

  /// How many of the shortest passwords there are, and how long a machine needs for all of them.
  private var inShort: [String] {
    let name = keyspace.policy.name
    func told(_ text: String) -> [String] {
      wrapped(text, hanging: 0)
    }
    guard let floor = keyspace.floor, let bits = floor.bits else {
      return told("No password can meet \(name)\(keyspace.impossible.map { ": \($0)" } ?? "").")
    }
    let count = Self.number(floor)
    let strings =
      keyspace.alphabet == .ascii ? "strings of printable ASCII" : "strings of all that it permits"
    let isMost = isBound || !keyspace.uncounted.isEmpty ? "at most " : ""
    var lines = told(
      "\(name) accepts \(isMost)\(count) passwords of \(counted(floor.length, "character")), its least "
        + "length, counted over \(strings).")
    let growth = keyspace.bitsPerCharacter.map {
      "; each further character multiplies that by about \(grouped(wholeNumber(pow(2, $0))))"
    }
    lines += told(
      "A machine that tries 10¹⁰ a second needs \(duration(seconds: pow(2, bits) / triedEachSecond)) for "
        + "all of them\(growth ?? "").")
    if let lost = floor.lostFromASCII, lost >= 0.005 {
      let costliest = keyspace.floorCosts?.costliest
      lines += told(
        "The rules rule out \(percent(1 - pow(2, -lost))) of all strings of printable ASCII of that "
          + "length"
          + (costliest.map { "; '\($0.text.isEmpty ? $0.rule.text : $0.text)' most of them" } ?? "")
          + ".")
    }
    lines += told(
      "This is about random passwords (a password manager's), not about those that people choose.")
    return lines
      + (isVerbose || command.isEmpty ? [] : labelledCommand("More", command, columns: columns))
  }

  /// The passwords of a length as a power of ten.
  fileprivate static func number(_ row: PolicyKeyspace.Row) -> String {
    let digits = row.count.decimal
    guard digits.count > 6, let leading = Double(digits.prefix(15)) else {
      return grouped(Int(digits) ?? 0)
    }
    let factor = leading / pow(10, Double(min(digits.count, 15) - 1))
    let rounded = Numbers.fixed(factor, decimals: 1)
    return rounded == "10.0"
      ? "1.0·10\(superscript(digits.count))" : "\(rounded)·10\(superscript(digits.count - 1))"
  }

  private var heading: [String] {
    let range = keyspace.range
    let to = range.upperFrom == .horizon ? "\(range.upper) (horizon)" : "\(range.upper)"
    // Its text is what people copy, so it is not broken.
    let most = isBound ? "at most " : ""
    let lines = [
      "policy    \(escaped(keyspace.policy.name))",
      "rules     \(escaped(keyspace.policy.line()))",
      "alphabet  \(keyspace.alphabetSize) character\(keyspace.alphabetSize == 1 ? "" : "s")"
        + (keyspace.permitsMore
          ? " of printable ASCII; --alphabet policy counts all that the policy permits" : ""),
      "lengths   \(range.lower) to \(to)",
      keyspace.impossible.map { "no password can meet it: \(escaped($0))" },
      keyspace.floor.flatMap { floor in
        floor.bits.map { "floor     \(most)\(Self.bits($0)) bits, at length \(floor.length)" }
      },
      keyspace.bitsPerCharacter.map {
        "growth    \(Numbers.fixed($0, decimals: 4)) bits a character"
      },
      keyspace.total.bits.map {
        "in all    \(most)\(Self.bits($0)) bits, lengths \(range.lower) to \(to)"
      },
    ]
    return lines.compactMap(\.self)
  }

  /// Whether the system from which the policy comes refuses more.
  private var isBound: Bool { keyspace.caveats.contains(.bound) }

  private var lengths: [String] {
    let usual = Set(PolicyKeyspace.referenceLengths + [keyspace.floor?.length].compactMap(\.self))
    let rows = keyspace.rows.filter { showsAllLengths || usual.contains($0.length) }
    guard keyspace.floor != nil, !rows.isEmpty else { return [] }
    let cells = rows.map { row in
      [
        "\(row.length)", Self.count(row.count.decimal), row.bits.map(Self.bits) ?? "",
        keyspace.lost(row).map(Self.bits) ?? "", row.lostFromOwnAlphabet.map(Self.bits) ?? "",
        Numbers.share(row.count, of: keyspace.baseline(row)),
      ]
    }
    return alignedRows(
      [
        [
          "length", "passwords", "bits", "fewer", "on own alphabet",
          keyspace.alphabet == .unicode ? "share of Unicode" : "share of ASCII",
        ]
      ] + cells, words: [])
  }

  private var costs: [String] {
    guard let costs = keyspace.floorCosts, let lost = costs.lost else { return [] }
    let ranked = costs.rules.sorted { $0.shapley ?? $0.last ?? 0 > $1.shapley ?? $1.last ?? 0 }
    let cells = ranked.map { cost in
      [
        cost.shapley.map(Self.bits) ?? "", cost.alone.map(Self.bits) ?? "",
        cost.last.map(Self.bits) ?? "", cost.deleteLine.map(Self.bits) ?? "",
        cost.isImplied ? "implied" : "", "\(cost.rule) (\(escaped(cost.text)))",
      ]
    }
    return [
      "what each rule costs at length \(costs.length), of \(Self.bits(lost)) bits together",
      "part: its share, averaged over all orders; each number in bits",
    ]
      + alignedRows(
        [["part", "alone", "if lifted", "if deleted", "", "rule"]] + cells, words: [5]
      ).map(\.trimmed)
  }

  private var remarks: [String] {
    let left = keyspace.uncounted
    let more = keyspace.policy.source?.differences.map { "the system \($0)" } ?? []
    // Only the sum of all lengths depends on the longest, and what random strings are is said above.
    let caveats = keyspace.caveats.filter { $0 != .strings && ($0 != .horizon || isVerbose) }
    return
      (more + (left.isEmpty ? [] : ["not counted: \(left.map(\.text).joined(separator: ", "))"])
      + caveats.map(\.sentence)).flatMap { wrapped($0) }
  }

  /// Bits with two decimals, or more if they would print as 0.
  private static func bits(_ bits: Double) -> String {
    Numbers.fixed(bits, decimals: bits != 0 && abs(bits) < 0.01 ? 6 : 2)
  }

  /// A count in full, or rounded and marked so if it is too long for a screen.
  private static func count(_ digits: String) -> String {
    guard digits.count > 24 else { return digits }
    let leading = digits.prefix(4)
    return "~\(leading.prefix(1)).\(leading.dropFirst())e\(digits.count - 1)"
  }
}

/// Several policies' keyspaces in a table: a row for each policy, with the rule that costs most.
package struct KeyspaceComparison: Screen {
  private let keyspaces: [PolicyKeyspace]
  let columns: Int

  /// Compares at least one policy; cuts names and rules to fit a page of `columns` columns, at least
  /// 60.
  package init(_ keyspaces: [PolicyKeyspace], columns: Int) {
    self.keyspaces = keyspaces
    self.columns = max(columns, 60)
  }

  /// The table and its legend, with a final line feed.
  package var text: String {
    let notes = legend.flatMap { wrapped($0) }
    return (subject + ["", header] + rows + [""] + notes).map { $0 + "\n" }.joined()
  }

  private var nameWidth: Int {
    let longest = keyspaces.map { escaped($0.policy.name).count }.max() ?? 0
    return max(6, min(longest, columns / 4))
  }

  private var header: String {
    row("", ["least", "strings", "all tried at", "ruled"], "") + "\n"
      + row("policy", ["length", "accepted", "10¹⁰/s in", "out"], "most of them by")
  }

  private var rows: [String] {
    keyspaces.map { keyspace in
      let name = escaped(keyspace.policy.name)
      guard let floor = keyspace.floor, let bits = floor.bits else {
        return row(name, ["", "none", "", ""], "impossible")
      }
      let lost = floor.lostFromASCII.flatMap { $0 >= 0.0005 ? percent(1 - pow(2, -$0)) : nil }
      let costliest = keyspace.floorCosts?.costliest
      return row(
        name,
        [
          "\(floor.length)", KeyspaceScreen.number(floor),
          duration(seconds: pow(2, bits) / triedEachSecond), lost ?? "none",
        ], costliest.map { escaped($0.text) } ?? "")
    }
  }

  /// What is counted, before the numbers.
  private var subject: [String] {
    let strings =
      keyspaces.first?.alphabet == .ascii ? "printable ASCII" : "all that each policy permits"
    return wrapped(
      "Random passwords (a password manager's), not those that people choose: strings of \(strings), of "
        + "each policy's least length.", hanging: 0)
  }

  private var legend: [String] {
    let lines = [
      "All tried: by a machine that tries 10¹⁰ a second.",
      "Ruled out: by the rules, of all strings of printable ASCII of that length.",
      keyspaces.contains(where: \.permitsMore)
        ? "Some policies permit more than ASCII: --alphabet policy counts that, too." : nil,
      keyspaces.contains { !$0.uncounted.isEmpty }
        ? "What blocklists, context words and scores refuse is not counted." : nil,
    ]
    return lines.compactMap(\.self)
  }

  private func row(_ name: String, _ numbers: [String], _ rule: String) -> String {
    let cells =
      [clipped(name, to: nameWidth).padded(to: nameWidth)]
      + zip(numbers, [6, 10, 18, 7]).map { $0.indented(to: $1) } + [""]
    let left = cells.joined(separator: "  ")
    return (left + clipped(rule, to: columns - left.count)).trimmed
  }
}
