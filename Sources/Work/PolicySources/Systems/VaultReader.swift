import PasswordPolicies

/// Reads a password policy of HashiCorp Vault, in HCL or JSON: what Vault can have generated.
enum VaultReader {
  /// A policy as written.
  struct Written {
    var length: JSON?
    var place = SourcePlace.start
    /// The characters of each rule, and how many of them there are at least.
    var charsets: [(characters: String, least: JSON, place: SourcePlace)] = []
    var unknown: [String] = []
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    try read(text, name: nil, into: &draft)
  }

  /// Reads a policy that has a name of its own.
  static func read(
    _ text: SourceText, name: String?, into draft: inout Draft
  ) throws(Refusal) {
    if text.scalars.first(where: { !$0.isSpace }) == "{" {
      add(try written(in: try JSON(parsing: text), &draft), name: name, to: &draft)
    } else {
      var parser = try HCLParser(text)
      add(try parser.policy(&draft), name: name, to: &draft)
    }
  }

  private static func written(in value: JSON, _ draft: inout Draft) throws(Refusal) -> Written {
    guard let object = value.object else { throw Refusal("length", "expected an object") }
    var written = Written(length: object["length"], place: .pointer("/length"))
    written.unknown = object.keys.filter { $0 != "length" && $0 != "rule" }
    let rules = object["rule"].map { $0.array ?? [$0] } ?? []
    var number = 0
    for rule in rules {
      for name in rule.object?.keys ?? [] {
        let pointer = "/rule/\(number)"
        number += 1
        let body = rule.object?[name].flatMap { $0.array?.first ?? $0 }?.object
        if name != "charset" {
          draft.unknown(name, .pointer(pointer), "is no rule of Vault; expected 'charset'")
        } else {
          written.charsets.append(
            (
              body?["charset"]?.text ?? "", body?["min-chars"] ?? .number("0"),
              .pointer("\(pointer)/charset")
            ))
        }
      }
    }
    return written
  }

  private static func add(_ written: Written, name: String?, to draft: inout Draft) {
    for key in written.unknown {
      draft.unknown(key, written.place, "is not known here; expected 'length' or 'rule'")
    }
    let length = draft.number(written.length, "length", written.place, from: 1)
    var (allowed, has): (PointSet, [Alternative.Need]) = (PointSet(), [])
    for (characters, least, place) in written.charsets {
      guard characters.unicodeScalars.allSatisfy({ 0x20...0x7E ~= $0.value }) else {
        draft.remark(
          .cannot, "charset", place,
          "a character beyond printable ASCII, which no class can name")
        continue
      }
      let set = PointSet(characters)
      allowed = allowed.union(set)
      if let count = draft.number(least, "min-chars", place, from: .min), count > 0 {
        has.append(Alternative.Need(count: count, set: set))
      }
    }
    if allowed.isEmpty {
      draft.remark(.cannot, "rule", written.place, "no charset; Vault refuses such a policy")
      return
    }
    guard let length else { return }
    let asked = has.reduce(0) { $0 &+ $1.count }
    if asked > length {
      draft.remark(
        .cannot, "length", written.place,
        "the rules ask for \(asked) characters, the length is \(length); Vault refuses such a policy"
      )
    } else {
      draft.add([Alternative(least: length, most: length, has: has, allowed: allowed)], name: name)
    }
  }
}
