import Diagnostics
package import PasswordPolicies

/// The policies of a source in our language, and the remarks about them.
package struct SourceReading: Hashable, Sendable {
  /// The kind as which the text was read.
  package let kind: SourceKind
  /// The policies in the order of the source, without what cannot be said.
  package let policies: [NamedPolicy]
  /// The remarks, each once, in the order in which the reader made them.
  package let remarks: [Remark]

  /// A policy of a source.
  package struct NamedPolicy: Hashable, Sendable {
    /// Its name in the source; nil if the source has only one, or does not name it.
    package let name: String?
    /// The policy in our language.
    package let alternatives: [PasswordRules]
    /// The pointer of its object, of several in an array: `/1/`.
    let object: String?
    /// What the source says of ages, histories and lockouts beside it.
    let settings: [PolicySetting]

    /// Makes a policy of a source.
    package init(
      name: String?, alternatives: [PasswordRules], object: String? = nil,
      settings: [PolicySetting] = []
    ) {
      self.name = name
      self.alternatives = alternatives
      self.object = object
      self.settings = settings
    }

    /// The alternatives as text, with a line `or` between.
    package var text: String {
      alternatives.map { $0.line(.canonical) }.joined(separator: "\nor\n")
    }

    /// The policy of a file, with this name unless the source has one.
    package func policy(
      named other: String? = nil, in file: String,
      maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
    ) -> Policy {
      Policy(
        name: name ?? other ?? Policy.name(ofFile: file), alternatives: alternatives,
        location: Location(file: file), maxConsecutive: maxConsecutive)
    }
  }

  /// Makes a reading.
  package init(kind: SourceKind, policies: [NamedPolicy], remarks: [Remark]) {
    self.kind = kind
    self.policies = policies
    self.remarks = remarks
  }

  /// The source of one of the policies: the remarks on the whole text and on its own object.
  package func source(of policy: NamedPolicy, lenient: Bool) -> PolicySource {
    let others = policies.compactMap(\.object).filter { $0 != policy.object }
    let own = remarks.filter { remark in
      guard case .pointer(let pointer) = remark.place else { return true }
      return !others.contains { pointer.hasPrefix($0) }
    }
    return PolicySource(
      kind: kind, outcome: PolicySource.Outcome(of: own, lenient: lenient), remarks: own,
      settings: policy.settings)
  }

  /// How well the policies say what the source says; leniently, without what cannot be said.
  package func outcome(lenient: Bool = false) -> PolicySource.Outcome {
    policies.isEmpty ? .refused : PolicySource.Outcome(of: remarks, lenient: lenient)
  }
}

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
        let line = try text.onlyLine()
        self = ExpressionReader.read(line.scalars.text, line: line.number)
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
    .passCert: PassCertReader.read, .dotNet: DotNetReader.read,
  ]

  /// The readers of values in JSON by kind.
  private static let jsonReaders: [SourceKind: Reader<JSON>] = [
    .activeDirectoryJSON: ActiveDirectoryReader.read, .cognito: CognitoReader.read,
    .iam: IAMReader.read, .okta: OktaReader.read, .auth0: Auth0Reader.read,
    .keycloakJSON: KeycloakReader.read, .jsonSchema: JSONSchemaReader.read,
  ]
}

/// A source that cannot be read further: a fault, or a part that no rule says.
struct Refusal: Error, Hashable {
  /// The part, as in a remark.
  let part: String
  /// The place of the part.
  let place: SourcePlace
  /// The reason, as in a remark.
  let reason: String

  init(_ part: String, at place: SourcePlace = .start, _ reason: String) {
    self.part = part
    self.place = place
    self.reason = reason
  }
}
