import PolicyLab
import TestSupport
import Testing

@Suite struct TypedPasswordTests {
  private static let canary = "Canary-9q7Zw!x"

  private func tried(_ query: String, _ password: String) async throws -> LabReply {
    try await reply("try", query, method: "POST", body: "password=" + password)
  }

  @Test(arguments: ["", "&part=1"])
  func `a typed password is judged and comes back nowhere`(part: String) async throws {
    let reply = try await tried(
      "p=minlength%3A+8%3B+allowed%3A+ascii-printable%3B" + part, Self.canary)
    #expect(reply.status == .ok)
    #expect(reply.text.contains("four criteria: strong"))
    #expect(reply.text.contains("✓ meets the policy"))
    for length in 4...Self.canary.count {
      #expect(!reply.text.contains(Self.canary.prefix(length)))
      #expect(!reply.text.contains(Self.canary.suffix(length)))
    }
    #expect(!reply.headers.values.contains { $0.contains("Canary") })
  }

  @Test func `the reply names the rules that a typed password breaks`() async throws {
    let reply = try await tried("p=minlength%3A+8%3B+required%3A+digit%3B", "abc")
    let tried = try #require(reply.tree?.element("tried"))
    #expect(
      tried.all("p").map(\.text).contains(
        "✗ breaks: at least 8 characters; a digit; only digit"))
    #expect(tried.text.contains("four criteria: weak"))
    #expect(tried.text.contains("zxcvbn 0 of 4"))
  }

  @Test func `a password that a list holds breaks the rule on lists`() async throws {
    let reply = try await tried("p=blocklist%3A+default%3B&part=1", "password")
    #expect(reply.text.contains("✗ breaks: not on the built-in blocklist"))
  }

  @Test func `a password in an address is not read`() async throws {
    let reply = try await reply("try", "p=&password=Canary&part=1", method: "POST")
    #expect(!reply.text.contains("four criteria"))
  }

  @Test func `the password's field stores nothing, and its form sends a body`() async throws {
    let tree = try #require(try await reply("").tree)
    let form = try #require(tree.element("try"))
    #expect(form.attributes["method"] == "post")
    #expect(form.attributes["autocomplete"] == "off")
    let field = try #require(form.all("input").first { $0.attributes["name"] == "password" })
    #expect(field.attributes["autocomplete"] == "off")
    #expect(field.attributes["value"] == nil)
    let edit = try #require(tree.element("edit"))
    #expect(!edit.all("input").contains { $0.attributes["type"] == "password" })
  }
}
