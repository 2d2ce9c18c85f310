import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// What files of other systems say of ages, histories and lockouts.
@Suite struct SettingTests {
  /// A row of the clauses' vectors, as far as it is about settings.
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let text: String
    let settings: [String: Stated]

    struct Stated: Decodable, Sendable {
      let value: Double?
      let part: String
      let place: String
    }

    var testDescription: String { id }
  }

  private static let rows: [Row] = {
    let all = (try? VectorFile("clauses/clauses-vectors.jsonl").rows(as: Row.self)) ?? []
    var seen: Set<String> = []
    return all.filter { $0.kind != "rules" && seen.insert($0.id).inserted }
  }()

  @Test func `the vectors are there`() {
    #expect(Self.rows.count == 24)
    #expect(Self.rows.count { !$0.settings.isEmpty } == 17)
  }

  @Test(arguments: rows) func `a file states its settings`(row: Row) throws {
    let kind = try #require(SourceKind(rawValue: row.kind))
    let found = Self.words(Self.settings(of: row.text, as: kind))
    let wanted = row.settings.map { name, stated in
      "\(name) \(stated.value.map { "\($0)" } ?? "without end") \(stated.part) \(stated.place)"
    }
    #expect(found == wanted.sorted())
  }

  @Test(arguments: [
    (SourceKind.cognito, #"{"MinimumLength": 8, "PasswordHistorySize": 5}"#, ["history 5.0"]),
    (
      .iam, #"{"MinimumPasswordLength": 8, "ExpirePasswords": false, "MaxPasswordAge": 90}"#,
      ["max-age without end"]
    ),
    (
      .okta,
      """
      {"type": "PASSWORD", "settings": {"password": {"complexity": {"minLength": 8}, "age": {"maxAgeDays": 0,
      "minAgeMinutes": 720, "historyCount": 4}, "lockout": {"maxAttempts": 10, "autoUnlockMinutes": 0}}}}
      """,
      [
        "history 4.0", "lockout-duration without end", "lockout-threshold 10.0",
        "max-age without end", "min-age 0.5",
      ]
    ),
    (
      .auth0, #"{"passwordPolicy": "good", "password_history": {"enable": false, "size": 5}}"#,
      [
        "history 0.0"
      ]
    ),
    (
      .auth0,
      #"{"password_options": {"complexity": {"min_length": 8}, "history": {"active": true, "size": 6}}}"#,
      ["history 6.0"]
    ),
    (
      .activeDirectoryJSON,
      #"{"MinPasswordLength": 8, "MaxPasswordAge": {"Days": 42, "Hours": 12, "Ticks": 9}}"#,
      ["max-age 42.5"]
    ),
    (
      .keycloakJSON,
      #"{"bruteForceProtected": true, "passwordPolicy": "length(8)"}"#, ["lockout-threshold 30.0"]
    ),
    // The first lock lasts for the increment, or for the longest wait if that is shorter.
    (
      .keycloakJSON,
      """
      {"bruteForceProtected": true, "permanentLockout": false, "failureFactor": 10,
      "waitIncrementSeconds": 1800, "maxFailureWaitSeconds": 3600, "passwordPolicy": "length(8)"}
      """, ["lockout-duration 30.0", "lockout-threshold 10.0"]
    ),
    (
      .keycloakJSON,
      """
      {"bruteForceProtected": true, "permanentLockout": true, "maxTemporaryLockouts": 2,
      "waitIncrementSeconds": 1800, "maxFailureWaitSeconds": 900, "passwordPolicy": "length(8)"}
      """, ["lockout-duration 15.0", "lockout-threshold 30.0"]
    ),
    (
      .keycloakJSON,
      """
      {"bruteForceProtected": true, "permanentLockout": true, "maxTemporaryLockouts": 0,
      "waitIncrementSeconds": 60, "maxFailureWaitSeconds": 900, "passwordPolicy": "length(8)"}
      """, ["lockout-duration without end", "lockout-threshold 30.0"]
    ),
    // What one of them would be is not guessed.
    (
      .keycloakJSON,
      #"{"bruteForceProtected": true, "maxFailureWaitSeconds": 900, "passwordPolicy": "length(8)"}"#,
      ["lockout-threshold 30.0"]
    ),
    (
      .terraform,
      """
      resource "aws_iam_account_password_policy" "a" {
        minimum_password_length   = 14
        max_password_age          = 90
        password_reuse_prevention = 24
      }
      """, ["history 24.0", "max-age 90.0"]
    ),
    (
      .pam,
      """
      auth required pam_faillock.so authfail deny=5 unlock_time=never
      password required pam_pwquality.so minlen=12
      password sufficient pam_unix.so remember=7
      """, ["history 7.0", "lockout-duration without end", "lockout-threshold 5.0"]
    ),
    (
      .openLDAP,
      """
      pwdMinLength: 12
      pwdMaxAge: 7776000
      pwdInHistory: 5
      pwdLockout: TRUE
      pwdMaxFailure: 10
      pwdLockoutDuration: 0
      """,
      ["history 5.0", "lockout-duration without end", "lockout-threshold 10.0", "max-age 90.0"]
    ),
    // Without the switch it says nothing of locking.
    (.openLDAP, "pwdMinLength: 12\npwdMaxFailure: 10\npwdMinAge: 43200", ["min-age 0.5"]),
    (
      .server389,
      """
      passwordMinLength: 8
      passwordMinDigits: 1
      passwordHistory: off
      passwordInHistory: 6
      passwordExp: on
      passwordMaxAge: 8640000
      passwordLockout: off
      passwordMaxFailure: 3
      """, ["history 0.0", "lockout-threshold without end", "max-age 100.0"]
    ),
    (
      .freeIPA,
      """
      Group: global_policy
      Max lifetime (days): 90
      Min lifetime (hours): 36
      History size: 0
      Min length: 8
      Max failures: 6
      Failure reset interval: 60
      Lockout duration: 600
      """,
      [
        "history 0.0", "lockout-duration 10.0", "lockout-threshold 6.0", "lockout-window 1.0",
        "max-age 90.0", "min-age 1.5",
      ]
    ),
  ])
  func `each system's way to write a setting is read`(
    kind: SourceKind, text: String, wanted: [String]
  ) {
    let found = Self.words(Self.settings(of: text, as: kind))
    #expect(found.count == wanted.count, "\(found)")
    for (one, start) in zip(found, wanted) { #expect(one.hasPrefix(start + " ")) }
  }

  @Test(arguments: [
    (
      SourceKind.secedit, "[System Access]\nMinimumPasswordLength = 8\nPasswordHistorySize = ", "-2"
    ),
    (.secedit, "[System Access]\nMinimumPasswordLength = 8\nMaximumPasswordAge = ", "1000001"),
    (.secedit, "[System Access]\nMinimumPasswordLength = 8\nClearTextPassword = ", "perhaps"),
    (.iam, #"{"MinimumPasswordLength": 8, "MaxPasswordAge": "#, "0}"),
    (.activeDirectoryList, "MinPasswordLength : 8\nMaxPasswordAge : ", "42"),
    (.activeDirectoryList, "MinPasswordLength : 8\nMaxPasswordAge : ", "1.02:03:99999999999"),
    (.activeDirectoryList, "MinPasswordLength : 8\nLockoutThreshold : ", "99999999999999999999"),
    (.pam, "password required pam_pwquality.so\npassword required pam_pwhistory.so remember=", "x"),
  ])
  func `a value that is none is remarked on, and no setting`(
    kind: SourceKind, before: String, value: String
  ) throws {
    let reading = SourceReading(of: Array((before + value).utf8), as: kind)
    let policy = try #require(reading.policies.first)
    #expect(reading.source(of: policy, lenient: false).settings == [])
    #expect(reading.remarks.contains { $0.kind == .notText && $0.text.contains("expected ") })
  }

  @Test func `each of several policies has the settings of its own object`() {
    let list = """
      Name : a
      MinPasswordLength : 8
      PasswordHistoryCount : 5
      LockoutThreshold : 3

      Name : b
      MinPasswordLength : 9
      PasswordHistoryCount : 6
      """
    let reading = SourceReading(of: Array(list.utf8), as: .activeDirectoryList)
    let found = reading.policies.map { policy in
      Self.words(reading.source(of: policy, lenient: false).settings)
    }
    #expect(
      found == [
        ["history 5.0 PasswordHistoryCount 3:1", "lockout-threshold 3.0 LockoutThreshold 4:1"],
        ["history 6.0 PasswordHistoryCount 8:1"],
      ])
  }

  private static func settings(of text: String, as kind: SourceKind) -> [PolicySetting] {
    let reading = SourceReading(of: Array(text.utf8), as: kind)
    return reading.policies.first.map { reading.source(of: $0, lenient: true).settings } ?? []
  }

  /// Each setting as a line: name, value, part, place.
  private static func words(_ settings: [PolicySetting]) -> [String] {
    settings.map { setting in
      let value =
        switch setting.value {
        case .number(let number): "\(number)"
        case .flag(let isSet): isSet ? "1.0" : "0.0"
        case .unlimited: "without end"
        }
      return "\(setting.name.rawValue) \(value) \(setting.part) \(setting.place)"
    }.sorted()
  }
}
