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
  /// Terraform: the resources that hold a password policy, in HCL or JSON.
  case terraform
  /// Active Directory and Samba: what `nxc --pass-pol`, enum4linux and samba-tool print.
  case passPol = "pass-pol"
  /// OpenLDAP: entries of the overlay ppolicy as LDIF.
  case openLDAP = "openldap"
  /// 389 Directory Server: `passwordMinLength` and its like as LDIF.
  case server389 = "389-ds"
  /// FreeIPA: the output of `ipa pwpolicy-show`, or the attributes of its entry.
  case freeIPA = "freeipa"
  /// Apple's language with the annotations of PassCert: `lower(2, 4)`.
  case passCert = "passcert"
  /// .NET: `PasswordOptions` of ASP.NET Core Identity, and data annotations in C#.
  case dotNet = "dotnet"

  /// The manner in which such texts are read: `as libpwquality reads it`.
  package var manner: String {
    switch self {
    case .activeDirectoryJSON, .activeDirectoryList, .secedit, .netAccounts, .passPol:
      "as Active Directory reads it"
    case .cognito: "as Amazon Cognito reads it"
    case .iam: "as AWS IAM reads it"
    case .okta: "as Okta reads it"
    case .auth0: "as Auth0 reads it"
    case .keycloakJSON, .keycloak: "as Keycloak reads it"
    case .vault: "as Vault reads it"
    case .jsonSchema: "as a JSON Schema"
    case .terraform: "as Terraform reads it"
    case .openLDAP: "as OpenLDAP reads it"
    case .server389: "as 389 Directory Server reads it"
    case .freeIPA: "as FreeIPA reads it"
    case .html: "as browsers read it"
    case .django: "as Django reads it"
    case .pam: "as PAM reads it"
    case .mysql: "as MySQL reads it"
    case .passwdqc: "as passwdqc reads it"
    case .pwquality: "as libpwquality reads it"
    case .expression: "as a regular expression"
    case .passCert: "as PassCert's annotations"
    case .dotNet: "as .NET reads it"
    }
  }
}
