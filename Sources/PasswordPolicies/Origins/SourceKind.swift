/// A kind of text in which a system keeps its password policy.
///
/// The raw value is the name for `--read-as`.
package enum SourceKind: String, Hashable, Sendable, CaseIterable {
  /// Active Directory: the cmdlets' objects as JSON.
  case activeDirectoryJSON = "ad-json"
  /// Amazon Cognito: the password policy of a user pool.
  case cognito
  /// AWS IAM: the password policy of an account.
  case iam
  /// Okta: password policies of its API.
  case okta
  /// Auth0: the options of a database connection.
  case auth0
  /// Keycloak: realms as JSON.
  case keycloakJSON = "keycloak-json"
  /// HashiCorp Vault: a password policy in HCL or JSON.
  case vault
  /// JSON Schema: the schema of a string, or of an object with a password.
  case jsonSchema = "json-schema"
  /// HTML: fields for passwords.
  case html
  /// Windows: a security template, such as `GptTmpl.inf`.
  case secedit
  /// Windows: the output of `net accounts`.
  case netAccounts = "net-accounts"
  /// Active Directory: the cmdlets' objects as a list.
  case activeDirectoryList = "ad-list"
  /// Django: `AUTH_PASSWORD_VALIDATORS`.
  case django
  /// PAM: a stack that calls a module which judges passwords.
  case pam
  /// MySQL: variables of `validate_password`.
  case mysql
  /// passwdqc: `passwdqc.conf`.
  case passwdqc
  /// libpwquality: `pwquality.conf`.
  case pwquality
  /// Keycloak: a policy string.
  case keycloak
  /// A regular expression.
  case expression = "regex"

  /// The manner in which such texts are read: `as libpwquality reads it`.
  package var manner: String {
    switch self {
    case .activeDirectoryJSON, .activeDirectoryList, .secedit, .netAccounts:
      "as Active Directory reads it"
    case .cognito: "as Amazon Cognito reads it"
    case .iam: "as AWS IAM reads it"
    case .okta: "as Okta reads it"
    case .auth0: "as Auth0 reads it"
    case .keycloakJSON, .keycloak: "as Keycloak reads it"
    case .vault: "as Vault reads it"
    case .jsonSchema: "as a JSON Schema"
    case .html: "as browsers read it"
    case .django: "as Django reads it"
    case .pam: "as PAM reads it"
    case .mysql: "as MySQL reads it"
    case .passwdqc: "as passwdqc reads it"
    case .pwquality: "as libpwquality reads it"
    case .expression: "as a regular expression"
    }
  }
}
