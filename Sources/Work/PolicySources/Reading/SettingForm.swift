import PasswordPolicies

/// How a system writes one of its settings that no password shows: a row of a table.
struct SettingForm {
  let name: PolicySetting.Name
  var writing = Writing.number
  /// How many of the written units, or of a span's seconds, make one of the setting's.
  var divisor = 1
  /// The least number that means anything to the system.
  var least = 0
  /// The numbers by which the system means never, or until someone does something.
  var unlimited: ClosedRange<Int>?
  /// The value of an option that stands there without one.
  var otherwise: Int?
  /// The name of a switch without which the setting has no effect, and is not read.
  var gate: String?
  /// What holds while the switch is off.
  var off = PolicySetting.Value.unlimited

  /// How values are written.
  enum Writing {
    /// A whole number.
    case number
    /// A whole number, or the words by which `net accounts` and `faillock.conf` say that there is none.
    case numberOrWord
    /// Days, hours, minutes and seconds: `42.00:00:00`, or an object with `Days`.
    case span
    /// `true` or `1`, or the opposite.
    case truth
  }

  /// The largest number; no system means a larger one.
  static let largest = 1_000_000

  /// The value of what is written; nil if it is nothing of the kind, or out of range.
  func value(of written: JSON) -> PolicySetting.Value? {
    let word = written.scalar
    switch writing {
    case .truth:
      return ["true": true, "1": true, "false": false, "0": false][word.lowercased()]
        .map(PolicySetting.Value.flag)
    case .span: return seconds(of: written).flatMap { value(ofNumber: $0) }
    case .number: return (word.isEmpty ? otherwise : Int(word)).flatMap { value(ofNumber: $0) }
    case .numberOrWord:
      switch word.lowercased() {
      case "none": return name == .history ? .number(0) : .unlimited
      case "never", "unlimited": return .unlimited
      default: return (word.isEmpty ? otherwise : Int(word)).flatMap { value(ofNumber: $0) }
      }
    }
  }

  private func value(ofNumber number: Int) -> PolicySetting.Value? {
    if unlimited?.contains(number) == true { return .unlimited }
    let value = Double(number) / Double(divisor)
    return number >= least && value <= Double(Self.largest) ? .number(value) : nil
  }

  /// What is expected, for a remark on a value that is none.
  var expectation: String {
    switch writing {
    case .truth: "true or false"
    case .span: "a span of time such as 42.00:00:00, up to a million"
    case .number, .numberOrWord: "a whole number from \(least) to \(Self.largest)"
    }
  }

  /// The seconds of a span as .NET writes it; nil if it is none.
  private func seconds(of written: JSON) -> Int? {
    var parts: [Substring]
    if let object = written.object {
      let keys = ["Days", "Hours", "Minutes", "Seconds"]
      guard keys.contains(where: object.has) else { return nil }
      parts = keys.map { Substring(object[$0]?.scalar ?? "0") }
    } else {
      parts = written.scalar.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let days = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      guard days.count <= 2 else { return nil }
      // Fractions of a second fall off.
      parts[2] = parts[2].prefix { $0 != "." }
      parts = (days.count == 2 ? days : ["0"] + days) + parts.dropFirst()
    }
    var sum = 0
    for (part, unit) in zip(parts, [86_400, 3_600, 60, 1]) {
      guard let number = UInt32(part) else { return nil }
      sum += Int(number) * unit
    }
    return sum
  }
}

extension SettingForm {
  /// Days, as .NET writes them.
  static func days(_ name: PolicySetting.Name, _ unlimited: ClosedRange<Int>?) -> Self {
    Self(name: name, writing: .span, divisor: 86_400, unlimited: unlimited)
  }

  /// Minutes, as .NET writes them.
  static func minutes(_ name: PolicySetting.Name, _ unlimited: ClosedRange<Int>?) -> Self {
    Self(name: name, writing: .span, divisor: 60, unlimited: unlimited)
  }

  private static func words(_ name: PolicySetting.Name) -> Self {
    Self(name: name, writing: .numberOrWord)
  }

  /// The settings of a security template, in days and minutes.
  static let template: [String: SettingForm] = [
    "MaximumPasswordAge": Self(name: .maxAge, unlimited: -1...0),
    "MinimumPasswordAge": Self(name: .minAge),
    "PasswordHistorySize": Self(name: .history),
    "LockoutBadCount": Self(name: .lockoutThreshold, unlimited: 0...0),
    "LockoutDuration": Self(name: .lockoutDuration, unlimited: -1...0),
    "ResetLockoutCount": Self(name: .lockoutWindow),
    "ClearTextPassword": Self(name: .reversible, writing: .truth),
  ]

  /// The labels of `net accounts`.
  static let netAccounts: [String: SettingForm] = [
    "Maximum password age (days)": words(.maxAge), "Minimum password age (days)": words(.minAge),
    "Length of password history maintained": words(.history),
    "Lockout threshold": words(.lockoutThreshold),
    "Lockout duration (minutes)": words(.lockoutDuration),
    "Lockout observation window (minutes)": words(.lockoutWindow),
  ]

  /// The policies of Keycloak, and the members of its realms.
  static let keycloak: [String: SettingForm] = [
    "passwordHistory": Self(name: .history, otherwise: 3),
    "forceExpiredPasswordChange": Self(name: .maxAge, otherwise: 365),
    "failureFactor": Self(name: .lockoutThreshold, otherwise: 30),
    "waitIncrementSeconds": Self(name: .lockoutDuration, divisor: 60),
    "maxFailureWaitSeconds": Self(name: .lockoutDuration, divisor: 60),
  ]

  /// The members of Okta's `age` and `lockout`.
  static let okta: [String: SettingForm] = [
    "maxAgeDays": Self(name: .maxAge, unlimited: 0...0),
    "minAgeMinutes": Self(name: .minAge, divisor: 1_440), "historyCount": Self(name: .history),
    "maxAttempts": Self(name: .lockoutThreshold, unlimited: 0...0),
    "autoUnlockMinutes": Self(name: .lockoutDuration, unlimited: 0...0),
  ]

  /// How many earlier passwords are refused.
  static let history = Self(name: .history, otherwise: 0)

  /// The options of PAM's modules: of which module, on lines of which type.
  static let pam: [(module: String, type: String, option: String, form: SettingForm)] = [
    ("pam_pwhistory", "password", "remember", Self(name: .history, otherwise: 10)),
    ("pam_unix", "password", "remember", Self(name: .history)),
    (
      "pam_faillock", "auth", "deny",
      Self(name: .lockoutThreshold, unlimited: 0...0, otherwise: 3)
    ),
    (
      "pam_faillock", "auth", "unlock_time",
      Self(
        name: .lockoutDuration, writing: .numberOrWord, divisor: 60, unlimited: 0...0,
        otherwise: 600)
    ),
  ]

  /// A time in units of which so many make the setting's.
  static func time(
    _ name: PolicySetting.Name, _ divisor: Int, endless: Bool = true, gate: String? = nil
  ) -> Self {
    Self(name: name, divisor: divisor, unlimited: endless ? 0...0 : nil, gate: gate)
  }

  /// How many failures lock an account.
  static func threshold(gate: String? = nil) -> Self {
    Self(name: .lockoutThreshold, unlimited: 0...0, gate: gate)
  }

  /// `difok` of libpwquality.
  static let difference = Self(name: .changedCharacters)
}

extension JSON {
  /// The text of a value that is one word, without white space around it; else empty.
  fileprivate var scalar: String {
    switch self {
    case .number(let text), .text(let text): Array(text.unicodeScalars)[...].trimmed.text
    case .truth(let truth): truth ? "true" : "false"
    default: ""
    }
  }
}
