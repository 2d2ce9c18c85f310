import PasswordPolicies

/// Reads the resources of Terraform that hold a password policy, in HCL or JSON, by the readers of
/// the systems that they configure.
enum TerraformReader {
  /// The types of resources that are read.
  static let types = [
    "aws_iam_account_password_policy", "aws_cognito_user_pool", "keycloak_realm",
    "vault_password_policy",
  ]

  /// The arguments that every resource may have.
  private static let general = ["count", "for_each", "depends_on", "provider", "lifecycle"]

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var heredocs: [String: SourceText] = [:]
    let body: JSON.Object
    if text.scalars.first(where: { !$0.isSpace }) == "{" {
      body = try JSON(parsing: text).object ?? JSON.Object()
    } else {
      var parser = try HCLParser(text, operators: "().:;?!<>&|+*/%^~@$'`\\-")
      body = try parser.body(at: "/")
      heredocs = parser.heredocs
    }
    let found = resources(of: body)
    let known = found.filter { types.contains($0.type) }
    for (type, name, _) in found where isUnread(type) {
      draft.remark(
        .cannot, type, .pointer("/resource/\(type)/\(name)"),
        "this resource is not read; give the system's own policy, as its service shows it")
    }
    if known.isEmpty, !found.contains(where: { isUnread($0.type) }) {
      throw Refusal(
        "resource",
        "no resource with a password policy; these are read: "
          + types.joined(separator: ", "))
    }
    for (type, name, values) in known {
      let pointer = "/resource/\(type)/\(name)/"
      // Remarks on one of several policies are its own.
      draft.object = known.count > 1 ? pointer : nil
      try add(
        type, values, at: pointer, heredocs, name: known.count > 1 ? name : nil, to: &draft)
    }
  }

  /// Whether a resource that is not read is about passwords of a service.
  private static func isUnread(_ type: String) -> Bool {
    let words = type.split(separator: "_")
    return words.contains("password") && words.contains("policy") && !types.contains(type)
  }

  private static func resources(
    of body: JSON.Object
  ) -> [(type: String, name: String, values: JSON.Object)] {
    var found: [(type: String, name: String, values: JSON.Object)] = []
    let all = body["resource"]?.object ?? JSON.Object()
    for (type, named) in all.pairs {
      for (name, value) in named.object?.pairs ?? [] {
        // A block may be written as an array of one object.
        guard let values = (value.array?.first ?? value).object else { continue }
        found.append((type, name, values))
      }
    }
    return found
  }

  private static func add(
    _ type: String, _ values: JSON.Object, at pointer: String, _ heredocs: [String: SourceText],
    name: String?, to draft: inout Draft
  ) throws(Refusal) {
    switch type {
    case "aws_iam_account_password_policy":
      var own = JSON.Object()
      for (key, value) in values.pairs where !general.contains(key) { own.set(key, value) }
      IAMReader.read(Fields(own, at: pointer, .inSnakeCase), name: name, into: &draft)
    case "aws_cognito_user_pool":
      let policy = values["password_policy"]
      guard let own = (policy?.array?.first ?? policy)?.object else {
        throw missing("password_policy", at: pointer)
      }
      CognitoReader.read(
        Fields(own, at: "\(pointer)password_policy/", .inSnakeCase), name: name, into: &draft)
    case "keycloak_realm":
      guard let policy = values["password_policy"]?.text else {
        throw missing("password_policy", at: pointer)
      }
      try KeycloakReader.read(
        policy, at: .pointer("\(pointer)password_policy"), name: name, into: &draft)
    default:
      guard let policy = values["policy"]?.text else { throw missing("policy", at: pointer) }
      let text = heredocs["\(pointer)policy"] ?? SourceText(Array(policy.unicodeScalars)[...])
      try VaultReader.read(text, name: name, into: &draft)
    }
  }

  private static func missing(_ key: String, at pointer: String) -> Refusal {
    Refusal(key, at: .pointer(pointer + key), "expected its value, written as a literal")
  }
}

extension HCLParser {
  /// The attributes and blocks up to `}` or the end; a block is an object by its type and labels.
  mutating func body(at pointer: String, depth: Int = 0) throws(Refusal) -> JSON.Object {
    guard depth < JSON.deepest else { throw fault("nesting deeper than \(JSON.deepest)") }
    var object = JSON.Object()
    while let (key, _) = next() {
      if key == "}", depth > 0 { return object }
      if sees("=") {
        index += 1
        object.set(key, try value(at: pointer + key))
        continue
      }
      var path = [key]
      while !sees("{") {
        guard let (label, _) = next(), label != "}" else { throw fault("expected '{'") }
        path.append(label)
      }
      index += 1
      let inner = "\(pointer)\(path.joined(separator: "/"))/"
      object.set(.object(try body(at: inner, depth: depth + 1)), at: path[...])
    }
    if depth > 0 { throw fault("a block that is never closed") }
    return object
  }

  /// The value of an attribute up to the end of its line; brackets may hold more lines.
  private mutating func value(at pointer: String) throws(Refusal) -> JSON {
    let (first, isBracket) = (
      index,
      { (token: Token, set: String) in
        token.text.count == 1 && token.text.allSatisfy(set.unicodeScalars.contains)
      }
    )
    var depth = 0
    while tokens.indices.contains(index) {
      let token = tokens[index]
      if depth == 0, index > first && token.line > tokens[index - 1].line || isBracket(token, "}") {
        break
      }
      if isBracket(token, "([{") { depth += 1 }
      if isBracket(token, ")]}") { depth = max(depth - 1, 0) }
      index += 1
    }
    guard index == first + 1 else { return .expression }
    defer { index = first + 1 }
    let token = tokens[first]
    if token.text.first == "\"" || token.text.begins(with: "<<") {
      if token.text.contains("${") || token.text.contains("%{") { return .expression }
      if let (lines, _) = Self.heredoc(token.text) {
        heredocs[pointer] = SourceText(lines, firstLine: token.line + 1)
      }
      index = first
      return .text(try text())
    }
    let word = token.text.text
    if word == "true" || word == "false" { return .truth(word == "true") }
    return Int(word) == nil ? .expression : .number(word)
  }
}

extension JSON.Object {
  /// Sets a value within objects, which are made where they are missing.
  fileprivate mutating func set(_ value: JSON, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1 else { return set(key, value) }
    var inner = self[key]?.object ?? JSON.Object()
    inner.set(value, at: path.dropFirst())
    set(key, .object(inner))
  }
}
