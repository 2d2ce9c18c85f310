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

  /// The system that reads such texts, for messages.
  package var system: String {
    switch self {
    case .activeDirectoryJSON, .activeDirectoryList, .secedit, .netAccounts: "Active Directory"
    case .cognito: "Amazon Cognito"
    case .iam: "AWS IAM"
    case .okta: "Okta"
    case .auth0: "Auth0"
    case .keycloakJSON, .keycloak: "Keycloak"
    case .vault: "Vault"
    case .jsonSchema: "a JSON Schema"
    case .html: "a browser"
    case .django: "Django"
    case .pam: "PAM"
    case .mysql: "MySQL"
    case .passwdqc: "passwdqc"
    case .pwquality: "libpwquality"
    case .expression: "a regular expression"
    }
  }
}
