import TestSupport
import Testing

/// What messages tell a user to type exists: they are the string literals of the sources.
@Suite struct MessageTests {
  /// A literal on one line, with those that are added to it; what is inserted reads as `X`.
  private struct Literal {
    let path: String
    let text: String
  }

  private static let literals: Result<[Literal], any Error> = Result {
    try Repository.sources(below: "Sources").flatMap { path, text in
      let inserted = #/\\\((?:[^()"]|\((?:[^()"]|\([^()"]*\))*\)|"[^"\n]*")*\)/#
      let code = text.split(separator: "\n").filter { !$0.contains(#/^\s*\/\//#) }
        .joined(separator: "\n").replacing(inserted, with: "X")
        .replacing(#/([^\\])"\s*\+\s*"/#) { $0.1 }
      return code.matches(of: #/"((?:[^"\\\n]|\\.)*)"/#).map {
        Literal(path: path, text: String($0.1))
      }
    }
  }

  /// The options that help does not list.
  private static let unlisted: Set<String> = [
    "--help-all", "--generate-completion-script", "--rank", "--unrank", "--lanes",
  ]

  @Test func `each option in a message is one of the program`() throws {
    let commands: [String: Set<String>] = try HelpTests.commands.get()
    let options = commands.values.reduce(into: Self.unlisted) { $0.formUnion($1) }
    // Programs of others, whose options messages name, too.
    let others = #/\b(hashcat|john|zstd|xz|zip|swift|keepassxc-cli)\b/#
    var count = 0
    for literal in try Self.literals.get() {
      for match in literal.text.matches(of: #/(?:^|[^\w(-])(--[a-z][a-z0-9-]+)(?:[^\w:-]|:\W|$)/#) {
        count += 1
        let isOfOther = literal.text[..<match.1.startIndex].contains(others)
        #expect(
          options.contains(String(match.1)) || isOfOther,
          "\(literal.path): \(match.1) in \(literal.text)")
      }
    }
    #expect(count > 300)
  }

  @Test func `each command in a message is one of the program, with its options`() throws {
    let commands: [String: Set<String>] = try HelpTests.commands.get()
    // The commands that hold others.
    let groups = Set(
      commands.keys.map { $0.split(separator: " ").map(String.init) }
        .filter { $0.count == 3 }.map { $0[1] })
    var count = 0
    for literal in try Self.literals.get() {
      for match in literal.text.matches(of: #/(?:^|['(`]|[:|;] )audit ([^'"`|;<>()]*)/#) {
        let words = ["audit"] + match.1.split(separator: " ").map(String.init)
        let name = HelpTests.name(words, among: commands)
        let named = words.dropFirst().first ?? ""
        // A list, an option or a placeholder makes it a line of 'run'.
        if named.contains(#/^[a-z]+$/#) {
          #expect(
            named == "help" || groups.contains(named) || commands["audit \(named)"] != nil,
            "\(literal.path): \(match.0)")
        }
        if groups.contains(named), words.count > 2, words[2].contains(#/^[a-z]+$/#) {
          #expect(commands["audit \(named) \(words[2])"] != nil, "\(literal.path): \(match.0)")
        }
        let given = words.compactMap { $0.prefixMatch(of: #/--[a-z][a-z0-9-]*/#) }
          .map { String($0.0) }
        let missing = Set(given).subtracting(commands[name] ?? []).subtracting(Self.unlisted)
        #expect(missing.isEmpty, "\(literal.path): \(match.0): \(missing.sorted())")
        count += 1
      }
    }
    #expect(count > 60)
  }

  @Test func `a command in a message has no gap, and can be typed`() throws {
    for literal in try Self.literals.get() {
      let gap = #/(\baudit( [a-z]+)*|\|) …|… \|/#
      #expect(!literal.text.contains(gap), "\(literal.path): \(literal.text)")
    }
  }
}
