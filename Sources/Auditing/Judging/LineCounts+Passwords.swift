package import Intake
package import Passwords

extension LineCounts {
  /// Adds the lines without a readable password.
  package mutating func add(_ counts: PasswordLines.Counts) {
    empty &+= counts.empty
    // One entry for each line; none has a byte beyond ASCII.
    ascii &+= counts.blank
    overLong &+= counts.overLong
    malformed &+= counts.malformed
    headers &+= counts.headers
  }
}
