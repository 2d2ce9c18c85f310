import PasswordPolicies

/// Reads the variables of MySQL's `validate_password`, from `SHOW VARIABLES`, `my.cnf` or `SET`.
enum MySQLReader {
  private static let names = [
    "policy", "length", "number_count", "mixed_case_count", "special_char_count",
    "dictionary_file", "check_user_name", "changed_characters_percentage",
  ]
  private static let statuses = ["dictionary_file_last_parsed", "dictionary_file_words_count"]
  private static let levels = ["0": "LOW", "1": "MEDIUM", "2": "STRONG"]

  /// What follows the beginning of a variable's name; nil if the part begins otherwise.
  static func variable(_ part: Scalars, anyCase: Bool) -> Scalars? {
    var rest = part
    guard rest.take("validate", anyCase: anyCase), rest.take("_") || rest.take("-"),
      rest.take("password", anyCase: anyCase), rest.take("_") || rest.take("-") || rest.take(".")
    else { return nil }
    return rest
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var found = Fields()
    for line in text.lines {
      let code = line.scalars.trimmed
      if code.first == "#" || code.begins(with: "--") { continue }
      for index in code.indices where code[index].lower == "v" {
        if let rest = variable(code[index...], anyCase: true), let (name, value) = setting(rest) {
          found.set(name, .text(value), at: line.place(index))
          break
        }
      }
    }
    if found.all.isEmpty { throw Refusal("validate_password", "no variable of validate_password") }
    found.refuseOthers(names, besides: statuses, as: "is no variable of validate_password", &draft)
    add(found, to: &draft)
  }

  /// The name and the value, as far as they go.
  private static func setting(_ part: Scalars) -> (name: String, value: String)? {
    let isQuote = { (scalar: Unicode.Scalar) in scalar == "`" || scalar == "'" || scalar == "\"" }
    var rest = part
    // A longer name is none, and names within names would take quadratic time.
    let name = rest.prefix(64).prefix { $0.isLetter || $0 == "_" || $0 == "-" }
    rest = rest[name.endIndex...]
    if rest.first.map(isQuote) == true { rest.removeFirst() }
    let isSpaced = rest.skipSpace()
    let isSigned = ["|", "=", ":"].contains { rest.take($0) }
    guard !name.isEmpty, isSpaced || isSigned else { return nil }
    rest.skipSpace()
    if rest.first.map(isQuote) == true { rest.removeFirst() }
    let value = rest.take { !isQuote($0) && $0 != "|" && $0 != ";" && !$0.isSpace }
    let key = String.UnicodeScalarView(name.map { $0 == "-" ? "_" : $0.lower })
    return (String(key), value.text)
  }

  private static func add(_ found: Fields, to draft: inout Draft) {
    func number(_ key: String, _ otherwise: Int) -> Int {
      found.number(key, otherwise: otherwise, &draft) ?? otherwise
    }
    let (written, place) = (found["policy"]?.text ?? "MEDIUM", found.place("policy"))
    let level = levels[written] ?? written.uppercased()
    guard levels.values.contains(level) else {
      draft.remark(.cannot, "policy", place, "expected LOW, MEDIUM or STRONG")
      return
    }
    let (digits, mixed) = (number("number_count", 1), number("mixed_case_count", 1))
    let special = number("special_char_count", 1)
    let least = max(number("length", 8), digits + 2 * mixed + special)
    let needs: [(Int, PointSet)] = [
      (mixed, .upper), (mixed, .lower), (digits, .digit), (special, .other),
    ]
    let has = needs.filter { level != "LOW" && $0.0 > 0 }
      .map { Alternative.Need(count: $0, set: $1) }
    let file = "dictionary_file"
    if level == "STRONG", let path = found[file]?.text, !path.isEmpty, path.uppercased() != "NULL" {
      draft.remark(
        .notJudged, file, found.place(file),
        "words of four characters or more inside it, ignoring case; the nearest rule is "
          + "'blocklist: \"file\" fold substring 4'")
    }
    let user = "check_user_name"
    if ["ON", "1", "TRUE"].contains(found[user]?.text?.uppercased() ?? "ON") {
      draft.remark(
        .notJudged, user, found.place(user),
        "whether it is the user's name, forwards or backwards")
    }
    let changed = "changed_characters_percentage"
    if number(changed, 0) != 0 {
      draft.remark(
        .notText, changed, found.place(changed), "the difference to the old password")
    }
    if !has.isEmpty {
      draft.remark(
        .ascii, "validate_password", place, "letters and digits of every script count")
    }
    draft.add([Alternative(least: least, has: has)])
  }
}
