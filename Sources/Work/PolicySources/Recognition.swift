package import PasswordPolicies

/// The kind of a text, found by its content.
package enum Recognition: Hashable, Sendable {
  /// Our own language.
  case rules
  /// The text of a system.
  case source(SourceKind)
  /// None that is known here.
  case unknown

  /// Recognises UTF-8, or UTF-16 with a byte order mark.
  ///
  ///     Recognition(of: Array("minlen = 12\n".utf8))  // source(.pwquality)
  ///
  /// A text that our own reader reads without a fault is ours. Else, the first kind that fits counts.
  /// A list of passwords fits none.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isOurs: Whether our own reader reads it without a fault; asked once at most, of a text that
  ///     names a rule.
  /// - Complexity: O(bytes).
  package init(
    of bytes: [UInt8],
    isOurs: ([UInt8]) -> Bool = { !PolicyReading(policyFile: $0, file: "").hasErrors }
  ) {
    let text = SourceText(bytes)
    let namesRule = Self.namesRule(text)
    if namesRule, PolicyReading.isPlausible(bytes), isOurs(bytes) {
      self = .rules
    } else {
      self = Self.kind(of: text).map(Self.source) ?? (namesRule ? .rules : .unknown)
    }
  }

  private static func kind(of text: SourceText) -> SourceKind? {
    let body = text.scalars.drop { $0 == "\u{FEFF}" || " \t\r\n".unicodeScalars.contains($0) }
    if body.first == "{" || body.first == "[", let value = try? JSON(parsing: SourceText(body)) {
      return jsonKind(of: value)
    }
    let lines = text.lines.map(\.scalars.trimmed).filter { !$0.isEmpty }
    if body.first == "<", hasInput(body) { return .html }
    if lines.contains(where: { $0.text.lowercased() == "[system access]" }) { return .secedit }
    if lines.contains(where: PassPolReader.fits) { return .passPol }
    if NetAccountsReader.fits(lines) { return .netAccounts }
    if lines.contains(where: { isKey("MinPasswordLength", in: $0) }),
      lines.contains(where: { isKey("ComplexityEnabled", in: $0) })
    {
      return .activeDirectoryList
    }
    if DjangoReader.start(in: text) != nil { return .django }
    if DotNetReader.fits(text) { return .dotNet }
    if PassCertReader.fits(text) { return .passCert }
    if let kind = directoryKind(of: lines) { return kind }
    return configurationKind(
      of: lines.filter { line in !["#", "//", "--"].contains { line.begins(with: $0) } })
  }

  /// The kind of the server whose entries have the labels of these lines.
  private static func directoryKind(of lines: [Scalars]) -> SourceKind? {
    let settings = lines.compactMap(LabelledLines.setting).map { label, value in
      (label: label.text.lowercased(), value: value)
    }
    let labels = settings.map(\.label)
    let isPolicy = settings.contains {
      $0.label == "objectclass" && $0.value.text.lowercased() == "pwdpolicy"
    }
    if isPolicy || labels.contains(where: OpenLDAPReader.marks.contains) { return .openLDAP }
    if FreeIPAReader.fits(labels) { return .freeIPA }
    return Server389Reader.fits(labels) ? .server389 : nil
  }

  /// The kind of the lines that are neither empty nor comments.
  private static func configurationKind(of code: [Scalars]) -> SourceKind? {
    if code.contains(where: isPAM) { return .pam }
    if code.contains(where: isResource) { return .terraform }
    if code.contains(where: isMySQL) { return .mysql }
    if code.contains(where: isCharset), code.contains(where: { isKey("length", in: $0, "=") }) {
      return .vault
    }
    if isPasswdqc(code) { return .passwdqc }
    if isPwquality(code) { return .pwquality }
    guard code.count == 1, let line = code.first else { return nil }
    if isKeycloak(line) { return .keycloak }
    return ExpressionLook.isExpression(line) ? .expression : nil
  }

  private static func hasInput(_ body: Scalars) -> Bool {
    body.indices.contains { index in
      var rest = body[index...]
      return rest.first == "<" && rest.take("<input", anyCase: true) && rest.first?.isWord != true
    }
  }

  /// Whether a line begins with a key and a sign, perhaps with spaces between.
  private static func isKey(_ key: String, in line: Scalars, _ sign: String = ":") -> Bool {
    var rest = line
    guard rest.take(key) else { return false }
    rest.skipSpace()
    return rest.begins(with: sign)
  }

  private static func isPAM(_ line: Scalars) -> Bool {
    var later = line
    _ = later.take { !$0.isSpace }
    later.skipSpace()
    return isPAMPassword(line) || isPAMPassword(later)
  }

  private static func isPAMPassword(_ line: Scalars) -> Bool {
    var rest = line
    _ = rest.take("-")
    guard rest.take("password"), rest.skipSpace() else { return false }
    if rest.first == "[" {
      for end in rest.indices where rest[end] == "]" {
        if namesQualityModule(rest[(end + 1)...]) { return true }
      }
    }
    return !rest.take { !$0.isSpace }.isEmpty && namesQualityModule(rest)
  }

  private static func namesQualityModule(_ rest: Scalars) -> Bool {
    var rest = rest
    guard rest.skipSpace() else { return false }
    let word = rest.take { !$0.isSpace }
    return PAMReader.qualityModules.contains { word.contains("\($0).so") }
  }

  private static func isMySQL(_ line: Scalars) -> Bool {
    line.indices.contains { index in
      guard line[index] == "v", let name = MySQLReader.variable(line[index...], anyCase: false)
      else { return false }
      let word = name.prefix(64).prefix(while: \.isWord)
      return ["policy", "length", "check_user_name", "dictionary_file"].contains {
        name.begins(with: $0)
      } || word.dropFirst().contains("_count")
    }
  }

  private static func isCharset(_ line: Scalars) -> Bool {
    var rest = line
    guard rest.take("rule"), rest.skipSpace(), rest.take("\"charset\"") else { return false }
    rest.skipSpace()
    return rest.begins(with: "{")
  }

  /// Whether a line begins a resource of Terraform.
  private static func isResource(_ line: Scalars) -> Bool {
    var rest = line
    guard rest.take("resource"), rest.skipSpace(), rest.take("\"") else { return false }
    return !rest.take(while: \.isWord).isEmpty && rest.begins(with: "\"")
  }

  private static func isPasswdqc(_ code: [Scalars]) -> Bool {
    let options = [
      "min", "max", "passphrase", "match", "similar", "random", "enforce", "retry", "wordlist",
      "denylist", "filter", "config",
    ]
    return code.allSatisfy { line in options.contains { line.begins(with: "\($0)=") } }
      && code.contains { $0.begins(with: "min=") && $0.contains(",") }
  }

  private static func isPwquality(_ code: [Scalars]) -> Bool {
    let known = Set(PwqualityReader.names)
    let named = code.count { line in
      var rest = line
      let name = rest.take { $0.isLetter || $0 == "_" }
      guard !name.isEmpty, name.count < 32 else { return false }
      guard rest.first.map({ $0.isSpace || $0 == "=" }) ?? true else { return false }
      return known.contains(name.text.lowercased())
    }
    return !code.isEmpty && named * 2 >= code.count
      && !code.contains { $0.prefix { $0 != "=" }.contains(":") }
  }

  private static func isKeycloak(_ line: Scalars) -> Bool {
    var rest = line
    let name = rest.take(while: \.isWord)
    guard name.count < 64, KeycloakReader.names.contains(name.text),
      line.contains("(") || line.contains(" and ")
    else { return false }
    if rest.begins(with: " and ") { return true }
    let isSpaced = rest.skipSpace()
    return rest.isEmpty || rest.begins(with: "(") || isSpaced && rest.begins(with: "and ")
  }

  /// Whether a rule's name stands at the beginning of a line, or after a space or semicolon.
  private static func namesRule(_ text: SourceText) -> Bool {
    let scalars = text.scalars
    var isBegun = true
    for index in scalars.indices {
      if isBegun, scalars[index].isLetter, isRule(scalars[index...]) { return true }
      isBegun = scalars[index].isSpace || scalars[index] == ";"
    }
    return false
  }

  private static func isRule(_ part: Scalars) -> Bool {
    var rest = part
    let word = rest.prefix(32).prefix { $0 == "-" || 97...122 ~= $0.value }
    guard rest.take(word.text) else { return false }
    rest.skipSpace()
    guard rest.first == ":" else { return false }
    let name = word.text
    return PolicyReading.ruleNames.contains(name)
      || name.count > 4 && (name.hasPrefix("max-") || name.hasPrefix("min-"))
  }
}

// Recognition of values in JSON
extension Recognition {
  /// What each kind needs: of the rows that fit an object, the first counts.
  private static let jsonKinds:
    [(kind: SourceKind, key: String, fits: @Sendable (JSON.Object) -> Bool)] = [
      (
        .activeDirectoryJSON, "MinPasswordLength",
        { $0.has("MinPasswordLength") && $0.has("ComplexityEnabled") }
      ),
      (.cognito, "MinimumLength", { CognitoReader.policy(in: .object($0)) != nil }),
      (.iam, "MinimumPasswordLength", isIAM), (.okta, "complexity", isOkta),
      (.auth0, "passwordPolicy", isAuth0),
      (
        .keycloakJSON, "passwordPolicy",
        {
          $0["passwordPolicy"]?.text != nil
            || $0.has("realm") && ($0.has("sslRequired") || $0.has("enabled"))
        }
      ),
      (.dotNet, "RequiredLength", { DotNetReader.options(in: $0) != nil }),
      (.vault, "rule", { $0.has("rule") && $0.has("length") }),
      (
        .terraform, "resource",
        { $0["resource"]?.object?.keys.contains(where: TerraformReader.types.contains) == true }
      ),
      (.jsonSchema, "type", isSchema),
    ]

  private static func jsonKind(of value: JSON) -> SourceKind? {
    guard let first = (value.array?.first ?? value).object else { return nil }
    return jsonKinds.first { $0.fits(first) }?.kind
  }

  /// The key that a value of a kind needs; nil if the value has what the kind needs.
  static func missingKey(for kind: SourceKind, in value: JSON) -> String? {
    guard let row = jsonKinds.first(where: { $0.kind == kind }) else { return nil }
    guard let first = (value.array?.first ?? value).object else { return row.key }
    switch kind {
    case .iam, .okta, .auth0, .keycloakJSON: return row.fits(first) ? nil : row.key
    default: return nil
    }
  }

  private static func isIAM(_ object: JSON.Object) -> Bool {
    guard let inner = (object["PasswordPolicy"] ?? .object(object)).object else { return false }
    return inner.has("MinimumPasswordLength") || inner.has("RequireUppercaseCharacters")
  }

  private static func isOkta(_ object: JSON.Object) -> Bool {
    if let settings = object["settings"]?.object,
      settings.has("password") || settings.has("complexity")
    {
      return true
    }
    return object["complexity"]?.object?.has("minLowerCase") == true
  }

  private static func isAuth0(_ object: JSON.Object) -> Bool {
    guard let options = (object["options"] ?? .object(object)).object else { return false }
    return options.has("password_options") || options.has("password_complexity_options")
      || options["passwordPolicy"]?.text.map(Auth0Reader.levels.keys.contains) == true
      || object["strategy"]?.text == "auth0"
  }

  private static func isSchema(_ object: JSON.Object) -> Bool {
    ["$schema", "minLength", "maxLength", "pattern", "allOf", "anyOf", "oneOf"]
      .contains(where: object.has)
      || object["type"]?.text == "string" || object["properties"]?.object != nil
  }
}
