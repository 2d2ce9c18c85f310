import Intake
import Passwords

extension LineCounts {
  /// Adds the lines that hold no password, or none that can be read.
  mutating func add(_ account: PasswordLines.Account) {
    empty &+= account.empty
    // One entry a line, and no byte of it beyond ASCII.
    ascii &+= account.blank
    overLong &+= account.overLong
    malformed &+= account.malformed
    headers &+= account.headers
  }
}
