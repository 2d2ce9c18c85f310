import Diagnostics
package import Passwords

/// `context: "acme", "widgets"`, `context: "acme" substring`, `context: username`,
/// `context: username substring`: the password has nothing to do with the site or its user.
///
/// One line can say several of these; each is a rule of its own.
package enum Context: ExtraRule {
  /// Words of the user, the site or the product, in the order written; at least one.
  case words([String])
  /// Words that passwords must not contain, in the order written; at least one.
  case parts([String])
  /// A relation to the user's name.
  case userName(UserNameRelation)

  package static let keyword = "context"
  package static let names = ["context", "context-substring", "username", "username-substring"]

  package var name: String {
    switch self {
    case .words: "context"
    case .parts: "context-substring"
    case .userName(.whole): "username"
    case .userName(.part): "username-substring"
    }
  }
  package var value: String {
    switch self {
    case .words(let words): words.map(quoted).joined(separator: ", ")
    case .parts(let words): words.map { quoted($0) + " substring" }.joined(separator: ", ")
    case .userName(.whole): "username"
    case .userName(.part): "username substring"
    }
  }
  package var conditions: [Condition] {
    switch self {
    case .words(let words): [.unlisted(.context(words))]
    case .parts(let words): [.unlisted(.contextParts(words))]
    case .userName(let relation): [.unlisted(.userName(relation))]
    }
  }
  package var isComposition: Bool { false }
  package var brief: String {
    switch self {
    case .words, .parts: "context"
    case .userName: "user name"
    }
  }
  package var words: String {
    switch self {
    case .words: "no word of the site or user"
    case .parts: "no word of the site anywhere in it"
    case .userName(.whole): "not the user's name"
    case .userName(.part): "no part of the user's name"
    }
  }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }

  package func message(on password: [Unicode.Scalar]) -> String { "A list refuses the password." }

  /// Too many passwords contain shorter words or shorter parts of users' names.
  private static let shortestPart = 3

  static func read(_ reader: inout StrictReader) -> Bool {
    // Taken out of the draft, so that a line of ten thousand words copies none of them.
    var words = reader.draft.takeWords(of: "context")
    var parts = reader.draft.takeWords(of: "context-substring")
    defer {
      if !words.isEmpty { reader.draft.add(.words(words)) }
      if !parts.isEmpty { reader.draft.add(.parts(parts)) }
    }
    repeat {
      reader.skipBlank()
      let start = reader.scanner.position
      let isUserName = reader.sees(word: "username")
      if isUserName { _ = reader.scanner.word() }
      guard let word = isUserName ? "" : reader.string(keyword) else { return false }
      reader.skipBlank()
      let isPart = reader.seesWordOfValue
      if isPart, reader.word(of: keyword, among: ["substring"]) == nil { return false }
      if isUserName {
        reader.draft.add(.userName(isPart ? .part : .whole))
      } else if isPart {
        let count = word.unicodeScalars.count
        if count < shortestPart { reader.remarks.add(.shortPart(found: count), at: start) }
        if reader.draft.seen.parts.insert(word).inserted { parts.append(word) }
      } else if reader.draft.seen.words.insert(word).inserted {
        words.append(word)
      }
      reader.skipBlank()
    } while reader.scanner.take(",")
    return true
  }
}

extension StrictReader.RulesSoFar {
  fileprivate mutating func add(_ rule: Context) { single[rule.name] = rule }

  fileprivate mutating func takeWords(of name: String) -> [String] {
    switch single.removeValue(forKey: name) as? Context {
    case .words(let words), .parts(let words): words
    case .userName, nil: []
    }
  }
}
