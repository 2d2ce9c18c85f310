import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Values that are not what a setting takes, and what is said of them.
@Suite struct ValueTests {
  /// What is said of a text: kind, place, part and words.
  private static func said(of text: String, _ kind: SourceKind) -> [String] {
    SourceReading(of: Array(text.utf8), as: kind).remarks.map {
      "\($0.kind.rawValue) \($0.place) \($0.part): \($0.text)"
    }
  }

  @Test(arguments: [
    ("null", "null"), ("true", "a truth value"), ("8.5", "another number"),
    ("-1", "another number"), ("1e1", "another number"), ("1000000001", "another number"),
    (#""""#, "nothing"), (#""x""#, "a text"), (#""+8""#, "a text"), ("[]", "an array"),
    ("{}", "an object"),
  ])
  func `what is found instead of a number is named`(value: String, found: String) {
    let words = "expected a whole number of 0 or more, found \(found)"
    #expect(
      Self.said(of: #"{"type": "string", "minLength": \#(value)}"#, .jsonSchema) == [
        "cannot /minLength minLength: \(words)"
      ])
  }

  @Test(arguments: [
    ("7", "another number"), (#""no""#, "a text"), ("[]", "an array"), ("8.5", "another number"),
  ])
  func `what is found instead of a truth value is named`(value: String, found: String) {
    #expect(
      Self.said(
        of: #"{"MinimumPasswordLength": 8, "RequireSymbols": \#(value)}"#, .iam
      ).first == "cannot /RequireSymbols RequireSymbols: expected true or false, found \(found)")
  }

  @Test(arguments: [
    ("0", false), ("1.0", true), (#"" True ""#, true), ("false", false), ("null", false),
  ])
  func `a truth value may be written as a number or a text`(value: String, isTrue: Bool) {
    let text = #"{"MinimumPasswordLength": 8, "RequireNumbers": \#(value)}"#
    let reading = SourceReading(of: Array(text.utf8), as: .iam)
    #expect(reading.policies.map { $0.text.contains("required: digit;") } == [isTrue])
    #expect(!reading.remarks.contains { $0.kind == .cannot })
  }

  /// What one setting of .NET's Identity says, in the language of rules.
  @Test(
    arguments: [
      ("12", "minlength: 12"), ("-5", "digit; allowed: unicode;"), ("Math.Max(8, 9)", nil),
      ("(9)", nil), ("f(1, 2)", nil),
      ("new[] { 1, 2 }[0]", nil), ("a[1, 2]", nil), ("5 - 6", nil),
    ] as [(String, String?)])
  func `an expression of C# is no value, and ends where its brackets do`(
    value: String, rule: String?
  ) {
    let text = "new PasswordValidator { RequiredLength = \(value), RequireDigit = true }"
    let reading = SourceReading(of: Array(text.utf8), as: .dotNet)
    let found = reading.policies.first?.text ?? ""
    #expect(found.contains("required: digit;"), "\(found)")
    #expect(
      rule.map(found.contains) ?? reading.remarks.contains { $0.part == "RequiredLength" },
      "\(found)")
  }

  @Test(
    arguments: [
      ("minlen = +12", "minlength: 12;"), ("minlen = 12", "minlength: 12;"),
      ("minlen = -12", "minlength: 6;"), ("minlen = +-12", nil), ("minlen = -+12", nil),
      ("minlen = --12", nil), ("minlen = +", nil), ("minlen= +9", "minlength: 9;"),
    ] as [(String, String?)])
  func `a number of libpwquality has one sign or none`(line: String, rule: String?) {
    let reading = SourceReading(of: Array((line + "\n").utf8), as: .pwquality)
    let isRefused = reading.remarks.contains { $0.kind == .cannot }
    #expect(isRefused == (rule == nil), "\(reading.remarks.map(\.text))")
    if let rule { #expect(reading.policies.first?.text.hasSuffix(rule) == true) }
  }

  @Test(arguments: [
    "8 + 1", "var.length", "max(8, 9)", #""${var.length}""#, #""%{ if x }8%{ endif }""#, "",
    "[8]", "null",
  ])
  func `an expression of Terraform is no value`(value: String) {
    let text = """
      resource "aws_iam_account_password_policy" "a" {
        minimum_password_length = \(value)
        require_numbers = true
      }
      """
    #expect(
      Self.said(of: text, .terraform).first
        == "cannot /resource/aws_iam_account_password_policy/a/minimum_password_length "
        + "minimum_password_length: expected a whole number from 1 to 128, found an expression; "
        + "write its value")
  }

  /// A text of each kind whose least length is no number, and the least length of the policy then.
  @Test(
    arguments: [
      (
        SourceKind.secedit, "[System Access]\nMinimumPasswordLength = x\nPasswordComplexity = 0\n",
        nil
      ),
      (.netAccounts, "Minimum password length:   x\n", nil),
      (.activeDirectoryList, "MinPasswordLength : x\nComplexityEnabled : False\n", nil),
      (.activeDirectoryJSON, #"{"MinPasswordLength": "x", "ComplexityEnabled": false}"#, nil),
      (.passPol, "[+] Minimum password length: x\n", nil),
      (.pwquality, "minlen = x\n", 8), (.passwdqc, "min=x,8,8,8,8\n", 11),
      (.mysql, "validate_password.length = x\n", 8), (.keycloak, "length(x) and digits(1)", nil),
      (.openLDAP, "pwdMinLength: x\n", nil),
      (.server389, "passwordMinLength: x\npasswordCheckSyntax: on\n", nil),
      (.freeIPA, "Group: a\nMin length: x\n", nil), (.dotNet, "[MinLength(\"x\")]", nil),
      (.jsonSchema, #"{"type": "string", "minLength": "x"}"#, nil),
      (.iam, #"{"MinimumPasswordLength": "x"}"#, 6), (.cognito, #"{"MinimumLength": "x"}"#, 8),
      (.okta, #"{"settings": {"password": {"complexity": {"minLength": "x"}}}}"#, nil),
      (.passCert, "minlength: x;", nil),
    ] as [(SourceKind, String, Int?)])
  func `a length that is no number is refused at its place`(
    kind: SourceKind, text: String, least: Int?
  ) throws {
    let reading = SourceReading(of: Array(text.utf8), as: kind)
    #expect(reading.outcome() == .refused)
    #expect(reading.policies.map { $0.alternatives.first?.minLength } == [least])
    let first = try #require(reading.remarks.first)
    #expect(first.kind == .cannot && first.text.contains("expected "))
    guard case .text(let line, let column) = first.place else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(line <= lines.count && column <= lines[line - 1].count)
  }

  @Test(arguments: [
    (SourceKind.pwquality, "? = 1\n"), (.passwdqc, "?=1\nmin=8,8,8,8,8\n"),
    (.jsonSchema, #"{"type": "string", "?": 1}"#),
    (.jsonSchema, #"{"type": "string", "format": "?"}"#),
    (.keycloak, "?(1) and length(8)"), (.keycloak, "length(8 and ?"),
    (.iam, #"{"MinimumPasswordLength": 8, "?": 1}"#), (.dotNet, "[MinLength(8), ?(1)]"),
    (.dotNet, #"{"RequiredLength": 8, "?": 1}"#),
    (.dotNet, "class A {\n [MinLength(8)]\n public string ? { get; set; }\n}"),
    (.auth0, #"{"strategy": "auth0", "options": {"passwordPolicy": "?"}}"#),
    (.auth0, #"{"options": {"password_options": {"complexity": {"character_types": ["?"]}}}}"#),
    (.auth0, #"{"options": {"password_options": {"complexity": {"character_type_rule": "?"}}}}"#),
    (.passCert, "required: lower(?);"), (.vault, "length = 8\nrule \"?\" {\n a = 1\n}\n"),
    (.pam, "password requisite pam_pwquality.so ?=1\n"), (.mysql, "validate_password.? = 1\n"),
  ])
  func `a name is quoted up to forty characters`(kind: SourceKind, text: String) {
    let name = String(repeating: "x", count: 60)
    let remarks = SourceReading(of: Array(text.replacing("?", with: name).utf8), as: kind).remarks
    // Of an annotation the bracket is the first.
    let most = kind == .passCert ? 39 : 40
    let quoted = remarks.flatMap { "\($0.part) \($0.text)".split { $0 != "x" } }.map(\.count)
    #expect(quoted.max() == most, "\(remarks)")
    #expect(remarks.allSatisfy { $0.part.count <= 40 })
  }

  @Test func `an expression is read on its line`() {
    let text = "// of the shop\n\n  /^[a-z]{8,$/x\n"
    let reading = SourceReading(of: Array(text.utf8), as: .expression)
    #expect(
      reading.remarks.map(\.place) == [.text(line: 3, column: 15), .text(line: 3, column: 10)])
    let alone = SourceReading(of: Array("\n#\n".utf8), as: .expression)
    #expect(alone.policies.map(\.text) == ["required: [#]; allowed: unicode;"])
    let several = SourceReading(of: Array("^a$\n^b$\n".utf8), as: .expression)
    #expect(several.remarks.map(\.text) == ["several lines, where one is expected"])
  }

  @Test func `MySQL's variables are told from the plugin's file`() {
    let text = "plugin-load-add=validate_password.so \r\nvalidate_password_length=12\r\n"
    let reading = SourceReading(of: Array(text.utf8), as: .mysql)
    #expect(!reading.remarks.contains { $0.kind == .cannot })
    #expect(reading.policies.map { $0.alternatives.first?.minLength } == [12])
  }

  @Test(arguments: [
    ("password", true), ("newPassword", true), ("user_pwd", true), ("NEW-PASSPHRASE", true),
    ("passwd", true),
    ("_password", true), ("user__pwd", false), ("new--pwd", false), ("password2", false),
    ("oldPassword", false), ("username", false),
  ])
  func `a property is a password by its name`(name: String, isPassword: Bool) {
    let text = #"{"properties": {"\#(name)": {"type": "string", "minLength": 8}}}"#
    let reading = SourceReading(of: Array(text.utf8), as: .jsonSchema)
    #expect(reading.policies.map(\.text) == (isPassword ? ["allowed: unicode; minlength: 8;"] : []))
  }

  @Test func `OpenLDAP enforces lengths where it checks quality, and counts bytes`() {
    for quality in [nil, 0, 1, 2] as [Int?] {
      for (least, most) in [(0, 0), (1, 0), (2, 0), (0, 1), (0, 9), (8, 64)] {
        let text =
          "pwdMinLength: \(least)\npwdMaxLength: \(most)\n"
          + (quality.map { "pwdCheckQuality: \($0)\n" } ?? "")
        let reading = SourceReading(of: Array(text.utf8), as: .openLDAP)
        let isBounded = least > 1 || most > 0
        let kinds = Set(reading.remarks.map(\.kind))
        #expect(kinds.contains(.note) == (quality == 0 && isBounded), "\(text)")
        #expect(kinds.contains(.ascii) == (quality != 0 && isBounded), "\(text)")
        #expect(kinds.contains(.notEnforced) == (quality == nil), "\(text)")
        let rules = reading.policies.first?.alternatives.first
        #expect(rules?.minLength == (quality == 0 || least == 0 ? nil : least), "\(text)")
        #expect(rules?.maxLength == (quality == 0 || most == 0 ? nil : most), "\(text)")
      }
    }
  }

  @Test(arguments: [
    (SourceKind.pwquality, "minlem = 8\n", "minlen"),
    (.iam, #"{"MinimumPasswordLength": 8, "RequireSymbol": true}"#, "RequireSymbols"),
    (.cognito, #"{"MinimumLength": 8, "RequireNumber": true}"#, "RequireNumbers"),
    (.okta, #"{"settings": {"password": {"complexity": {"minLenght": 8}}}}"#, "minLength"),
    (.mysql, "validate_password.lenght = 8\n", "length"), (.keycloak, "lenght(8)", "length"),
    (.openLDAP, "pwdMinLenght: 8\n", "pwdMinLength"),
    (.server389, "passwordMinLenght: 8\npasswordCheckSyntax: on\n", "passwordMinLength"),
    (.dotNet, #"{"RequiredLength": 8, "RequireDigits": true}"#, "RequireDigit"),
    (.vault, "length = 8\nrule \"charset\" {\n charset = \"a\"\n min-char = 1\n}\n", "min-chars"),
    (
      .terraform,
      "resource \"aws_iam_account_password_policy\" \"a\" {\n  require_symbol = true\n}\n",
      "require_symbols"
    ),
    (.pam, "password requisite pam_pwquality.so minlem=8\n", "minlen"),
  ])
  func `of an unknown name the nearest one is named`(
    kind: SourceKind, text: String, nearest: String
  ) {
    let reading = SourceReading(of: Array(text.utf8), as: kind)
    let remarks = reading.remarks.filter { $0.kind == .cannot }
    #expect(
      remarks.contains { $0.text.lowercased().contains("did you mean '\(nearest.lowercased())'") },
      "\(reading.remarks)")
  }

  @Test
  func `objects are called by their names, or by what comes first in their distinguished ones`() {
    let objects = [
      #""Name": "Staff", "#, #""Name": "", "DistinguishedName": "CN=Admins,DC=x", "#,
      #""DistinguishedName": "DC=corp,DC=example", "#, "",
    ].map { "{\($0)\"MinPasswordLength\": 8, \"ComplexityEnabled\": false}" }
    let text = "[\(objects.joined(separator: ", "))]"
    let reading = SourceReading(of: Array(text.utf8), as: .activeDirectoryJSON)
    #expect(reading.policies.map(\.name) == ["Staff", "CN=Admins", "corp", nil])
    let one = SourceReading(of: Array(objects[0].utf8), as: .activeDirectoryJSON)
    #expect(one.policies.map(\.name) == [nil])
  }

  @Test func `what Vault does not know is refused at its place, in JSON too`() {
    #expect(
      Self.said(
        of: #"{"length": 8, "lenght": 9, "rule": [{"charset": {"charset": "ab"}}, {"words": {}}]}"#,
        .vault) == [
          "cannot /rule/1 words: 'words' is no rule of Vault; expected 'charset'",
          "cannot /length lenght: 'lenght' is not known here; expected 'length' or 'rule'",
        ])
  }

  @Test(arguments: 3...6) func `rules of Vault may ask for as many characters as there are`(
    length: Int
  ) {
    let rules = ["ab", "01"].map { "rule \"charset\" {\n charset = \"\($0)\"\n min-chars = 2\n}\n" }
    let text = "length = \(length)\n\(rules.joined())"
    let reading = SourceReading(of: Array(text.utf8), as: .vault)
    #expect(reading.policies.count == (length < 4 ? 0 : 1))
    let refusal =
      "cannot line 1 column 1 length: the rules ask for 4 characters, the length is \(length); "
      + "Vault refuses such a policy"
    let told = Self.said(of: text, .vault).filter { $0.contains("refuses such a policy") }
    #expect(told.isEmpty == (length >= 4), "\(told), not \(refusal)")
  }

  @Test func `texts in quotes may be empty, or hold quotes`() {
    for (value, characters) in [
      (#"\"a"#, #"[a"]"#), (#"a\\"#, #"[a\]"#), ("${a}b", "[ab${}]"), ("a", "[a]"), ("", nil),
    ] as [(String, String?)] {
      let text = "length = 3\nrule \"charset\" {\n charset = \"\(value)\"\n}\n"
      let reading = SourceReading(of: Array(text.utf8), as: .vault)
      let found = reading.policies.first?.text
      #expect(found == characters.map { "allowed: \($0); minlength: 3; maxlength: 3;" })
    }
  }

  @Test func `options of a module of PAM stand behind it`() {
    for control in ["requisite", "[success=1 default=ignore]", "required"] {
      for (line, told) in [
        ("password \(control) pam_pwquality.so minlen=12 retry=3", 0),
        ("-password \(control) /lib/security/pam_pwquality.so minlen=12", 0),
        ("password \(control) pam_pwquality.so minlen=12 requisites", 1),
      ] {
        let reading = SourceReading(of: Array("\(line)\n".utf8), as: .pam)
        #expect(reading.policies.map { $0.text.contains("minlength: 12;") } == [true], "\(line)")
        let unknown = reading.remarks.filter {
          $0.part.contains("requisite") || $0.part.contains(".so")
        }
        #expect(unknown.count == told, "\(line): \(reading.remarks)")
        #expect(Recognition(of: Array("\(line)\n".utf8)) == .source(.pam))
      }
    }
  }

  @Test func `a hundred arrays within each other are read`() {
    func part(_ count: Int, _ kind: SourceKind, _ before: String, _ after: String) -> [String] {
      let nested = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      return SourceReading(of: Array((before + nested + after).utf8), as: kind).remarks.map(\.text)
    }
    for (kind, before, after, outer) in [
      (SourceKind.jsonSchema, #"{"type": "string", "minLength": 8, "x-a": "#, "}", 1),
      (.django, "AUTH_PASSWORD_VALIDATORS = ", "\n", 0),
    ] {
      let deep = "nesting deeper than 100"
      #expect(!part(100 - outer, kind, before, after).contains { $0.contains(deep) }, "\(kind)")
      #expect(part(101 - outer, kind, before, after).contains { $0.contains(deep) }, "\(kind)")
    }
  }

  @Test func `of an array of schemas the first counts`() {
    let text = #"[{"type": "string", "minLength": 8}, {"type": "string", "minLength": 9}]"#
    let reading = SourceReading(of: Array(text.utf8), as: .jsonSchema)
    #expect(reading.policies.map(\.text) == ["allowed: unicode; minlength: 8;"])
    #expect(Recognition(of: Array(text.utf8)) == .source(.jsonSchema))
  }

  @Test func `the escapes of JSON are the characters that they stand for`() {
    func reading(_ pattern: String) -> SourceReading {
      SourceReading(
        of: Array(#"{"type": "string", "pattern": "^[\#(pattern)]+$"}"#.utf8), as: .jsonSchema)
    }
    let named = reading(#"\b\f\n\r\t\/\"\\\\"#)
    #expect(named == reading(#"\u0008\u000C\u000a\u000D\u0009\u002F\u0022\u005c\u005C"#))
    #expect(named.policies.count == 1)
  }
}
