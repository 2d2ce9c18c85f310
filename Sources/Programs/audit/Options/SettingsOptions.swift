import ArgumentParser
import Diagnostics
import Jobs

/// Options that become settings, which say what is wrong with them.
protocol SettingsOptions: ParsableArguments {
  associatedtype Settings: CheckedSettings
  /// The options as settings; nothing is read.
  var settings: Settings { get }
}

extension SettingsOptions {
  func validate() throws { try accept(try settings.validate()) }
}

/// Turns a problem of settings into a usage error.
func accept(_ check: @autoclosure () throws -> Void) throws {
  do { try check() } catch let problem as Problem where problem.isUsage {
    throw ValidationError(problem.found)
  }
}
