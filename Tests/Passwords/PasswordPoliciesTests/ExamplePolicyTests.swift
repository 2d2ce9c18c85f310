import Diagnostics
import Foundation
import PasswordPolicies
import TestSupport
import Testing

private let folder = Repository.root.appending(path: "Datasets/Policies")

@Suite struct ExamplePolicyTests {
  @Test(arguments: [
    ("typical-site.txt", "Str0ng&Long", "Strongg&Long111"), ("pin.txt", "0852", "1234"),
    ("long-passphrase.txt", "vier Wörter genügen", "too short"),
    ("legacy-bank.txt", "abc123", "abcdef"), ("either-or.txt", "lower8and", "LOWER"),
  ])
  func `example policies read without a remark and judge as they say`(
    file: String, good: String, bad: String
  ) throws {
    let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
    let reading = PolicyReading(policyFile: bytes, file: file)
    #expect(reading.problems.map(\.message) == [])
    let policy = try #require(reading.policies.first)
    #expect(policy.unsatisfiable == nil)
    #expect(try verdict(of: policy, on: good) == [])
    #expect(try verdict(of: policy, on: bad) != [])
  }
}
