package import PasswordPolicies

extension SourceReading {
  /// Reads a source as a kind: UTF-8, or UTF-16 with a byte order mark.
  ///
  ///     SourceReading(of: Array("minlen = 12\n".utf8), as: .pwquality).policies[0].text
  ///     // allowed: unicode; minlength: 12;
  ///
  /// Whatever the text is, the answer has a policy or a remark with a place.
  ///
  /// - Complexity: O(bytes); expressions in it take a bounded time each.
  package init(of bytes: [UInt8], as kind: SourceKind) {
    let text = SourceText(bytes)
    var draft = Draft()
    do throws(Refusal) {
      if kind == .expression {
        self = ExpressionReader.read(try text.onlyLine().scalars.text)
        return
      }
      if let read = Self.jsonReaders[kind] {
        let value = try JSON(parsing: text)
        if let key = Recognition.missingKey(for: kind, in: value) {
          throw Refusal(key, "expected an object with '\(key)'")
        }
        try read(value, &draft)
      } else if let read = Self.textReaders[kind] {
        try read(text, &draft)
      }
      if draft.policies.isEmpty, !draft.remarks.contains(where: { $0.kind == .cannot }) {
        throw Refusal(kind.rawValue, "no policy of this kind is in the text")
      }
    } catch {
      draft.remark(.cannot, error.part, error.place, error.reason)
    }
    self = draft.finished(kind)
  }

  private typealias Reader<Source> = @Sendable (Source, inout Draft) throws(Refusal) -> Void

  /// The readers of texts by kind; a new kind is a row, here or below.
  private static let textReaders: [SourceKind: Reader<SourceText>] = [
    .pwquality: PwqualityReader.read, .pam: PAMReader.read, .passwdqc: PasswdqcReader.read,
    .secedit: SeceditReader.read, .netAccounts: NetAccountsReader.read,
    .activeDirectoryList: ActiveDirectoryReader.read(list:into:), .keycloak: KeycloakReader.read,
    .vault: VaultReader.read, .mysql: MySQLReader.read, .django: DjangoReader.read,
    .html: HTMLReader.read, .terraform: TerraformReader.read, .passPol: PassPolReader.read,
    .openLDAP: OpenLDAPReader.read, .server389: Server389Reader.read, .freeIPA: FreeIPAReader.read,
  ]

  /// The readers of values in JSON by kind.
  private static let jsonReaders: [SourceKind: Reader<JSON>] = [
    .activeDirectoryJSON: ActiveDirectoryReader.read, .cognito: CognitoReader.read,
    .iam: IAMReader.read, .okta: OktaReader.read, .auth0: Auth0Reader.read,
    .keycloakJSON: KeycloakReader.read, .jsonSchema: JSONSchemaReader.read,
  ]
}
