import Foundation
import TestSupport
import Testing

/// File names that are not UTF-8: the same bytes from argument to system, escaped in output.
@Suite struct FileNameBytesTests {
  /// Bash writes the bytes: `café` in Latin-1, a lone continuation byte, and a private code point.
  private static let names = [
    (#"$'caf\xe9'"#, #"caf\xE9"#), (#"$'\x80'"#, #"\x80"#),
    (#"$'\xf4\x8f\xba\x80z'"#, #"\xF4\x8F\xBA\x80z"#),
  ]

  @Test(arguments: few(1, of: names))
  func `every command accepts file names that are not UTF-8`(name: String, shown: String) throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      """
      set -e
      n=\(name); export LC_ALL=C
      printf 'minlength: 8;' > "$n.policy"; printf 'Passw0rd\\nhello\\n' > "$n"
      mkdir "$n.lists"; cp "$n" "$n.lists/$n"
      rules="--strength none --no-blocklist --rules"
      "$audit" $rules "$n.policy" "$n"
      test -f "Reports/$n/audit.csv"
      "$audit" $rules "$n.policy" -q -o "$n.out" --checkpoint "$n.c" --checkpoint-every 0 "$n.lists"
      test -f "$n.out/audit.json"
      "$audit" filter --no-blocklist --rules "$n.policy" -o "$n.kept" "$n" -q
      cmp "$n.kept" <(echo Passw0rd)
      "$audit" sweep --minlength 8 --strength none "$n" > sweep
      "$audit" blocklist build -o "$n.blocklist" "$n" > built
      "$audit" blocklist info "$n.blocklist" > info
      echo Passw0rd | "$audit" blocklist test --blocklist "$n.blocklist" > tested || true
      "$audit" --strength none -q -o out --rules "$n.policy" --blocklist "$n.blocklist" --distinct \\
        --temporary "$n.lists" "$n"
      "$audit" rules print --rules "$n.policy" > printed
      rm -r Reports "$n" "$n".*
      ls | tr '\\n' ' '
      """)
    #expect(
      run.output.contains("1 policy tried on 2 passwords (\(shown); each occurrence counts)\n"))
    #expect(run.output.contains("Page          Reports/\(shown)/report.html\n"))
    #expect(run.output.hasSuffix("built info out printed sweep tested "))
    #expect(!run.output.contains("\u{FFFD}") && !run.errors.contains("\u{FFFD}"))
    struct Manifest: Decodable {
      struct Input: Decodable { let name: String }
      let inputs: [Input]
    }
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data((directory.text("out/audit.json") ?? "").utf8))
    #expect(manifest.inputs.map(\.name) == [shown])
    #expect(
      directory.text("out/audit.csv")?.contains("\n\(shown),,entries,audited,0,entries,2,") == true)
  }

  @Test func `messages escape file names that are not UTF-8`() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      #"""
      "$audit" --preset nist-63b-4 $'gone\xe9'; echo $?
      "$audit" --no-such-$'\xe9' x; echo $?
      "$audit" --preset nist-63b-4 -o $'no\xe9/\xff' $'gone\xe9'; echo $?
      """#)
    #expect(run.output == "2\n64\n2\n")
    #expect(run.errors.contains(#"gone\xE9: error: cannot be read: no such file or directory"#))
    #expect(run.errors.contains(#"--no-such-\xE9"#))
  }
}
