package import Intake
package import Passwords

extension LineCounts {
  /// Adds the lines without a readable password.
  package mutating func add(_ account: PasswordLines.Account) {
    empty &+= account.empty
    // One entry for each line; none has a byte beyond ASCII.
    ascii &+= account.blank
    overLong &+= account.overLong
    malformed &+= account.malformed
    headers &+= account.headers
  }
}
