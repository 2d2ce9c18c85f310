import Diagnostics
import Foundation
import Intake
import Testing

/// Lists in which all lines share what passwords do not, or in which a layout gives that.
@Suite struct LayoutTrialTests {
  /// What a request answers.
  enum Outcome: Sendable {
    /// It is read in a layout, with these warnings.
    case read(String, [String] = [])
    /// It is refused, with these words.
    case refused([String])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let auto: Outcome
    let plain: Outcome?

    init(_ name: String, _ text: String, auto: Outcome, plain: Outcome? = nil) {
      (self.name, self.text, self.auto, self.plain) = (name, text, auto, plain)
    }

    var testDescription: String { name }
  }

  static let words = [
    "Tisch", "Stuhl", "Lampe", "Ofen", "Kanne", "Tasse", "Regal", "Sofa", "Teller", "Gabel",
  ]

  /// A made-up password.
  static func word(_ number: Int) -> String {
    words[number % 10] + ["", "!", "#7", "x"][number % 4] + "\(70 + number * 7)"
  }

  /// Forty lines, each made from its number and password.
  private static func lines(
    _ head: String = "", _ tail: String = "", _ line: (Int, String) -> String
  ) -> String {
    head + (0..<40).map { line($0, word($0)) + "\n" }.joined() + tail
  }

  /// Hexadecimal digits that differ with a number.
  private static func hex(_ number: Int, _ count: Int = 32) -> String {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(count)
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return String(state >> 60, radix: 16)
    }.joined()
  }

  private static func spelled(_ word: String) -> String {
    word.utf8.map { String($0, radix: 16) }.joined()
  }

  /// A text that is only warned about, or only refused by `auto`.
  private static func both(_ words: String...) -> (auto: Outcome, plain: Outcome) {
    (.refused(words), .read("plain", words))
  }

  private static func shared(_ name: String, _ text: String, _ words: String...) -> Case {
    Case(name, text, auto: .refused(words), plain: .read("plain", words))
  }

  private static func refused(_ name: String, _ text: String, _ words: String...) -> Case {
    Case(name, text, auto: .refused(words), plain: .refused(words))
  }

  // What programs print beside passwords.
  static let marked: [Case] = [
    refused(
      "secretsdump", lines { "corp\\u\($0):CLEARTEXT:\($1)" }, "clear text of a directory",
      "--potfile",
      #"sed -nE 's/^([^:]*[^:$]):CLEARTEXT:/\1:/p' list | audit --layout user:password -"#),
    refused(
      "Cowrie", lines { "login attempt [u\($0)/\($1)] failed" }, "messages of Cowrie",
      #"sed -nE 's/^.*login attempt \[[^/]*\/(.*)\].*$/\1/p' list | audit -"#),
    refused(
      "Cowrie, bytes", lines { "2024 [ssh,\($0)] login attempt [b'u\($0)'/b'\($1)'] failed" },
      "messages of Cowrie", #"\/b'\''(.*)'\''\].*$/\1/p' list | audit -"#),
    refused(
      "Responder",
      lines {
        "[HTTP] Basic Client   : 10.0.0.\($0)\n[HTTP] Basic Username : u\($0)\n[HTTP] Basic Password : \($1)"
      }, "a label before the password", "sed -nE 's/^.*Password : //p' list | audit -"),
    shared(
      "a label before a word that all share",
      lines { i, _ in "Failed password for u\(i) from 10.0.0.\(i) port 22" },
      "end in the same 8 characters"),
    refused(
      "hydra",
      lines("# Hydra v9.5\n") { "[22][ssh] host: 10.0.0.\($0)   login: u\($0)   password: \($1)" },
      "a label before the password", "sed -nE 's/^.*password: //p' list | audit -"),
    refused(
      "medusa",
      lines("# Medusa\n") { "ACCOUNT FOUND: [ssh] Host: h\($0) User: u Password: \($1) [SUCCESS]" },
      "sed -nE 's/ [[(][^])]*[])]$//; s/^.*Password: //p' list | audit -"),
    refused(
      "NetExec", lines { "SMB  10.0.0.\($0) 445 PC\($0)  [+] corp.example\\u\($0):\($1) (Pwn3d!)" },
      "of a tool that tries passwords", "| audit -"),
    refused(
      "CrackMapExec, mostly failures",
      lines {
        "SMB 10.0.0.1 445 PC [\($0 % 3 == 0 ? "+" : $0 % 3 == 1 ? "-" : "*")] CORP\\u\($0):\($1)"
      }, "of a tool that tries passwords"),
    refused(
      "kerbrute", lines { "2024/01/02 03:04:05 >  [+] VALID LOGIN:\t u\($0)@corp.example:\($1)" },
      "of a tool that tries passwords"),
    refused(
      "ncrack", lines { "10.0.0.\($0) 22/tcp ssh: 'u\($0)' '\($1)'" }, "a text in quotes"),
    refused("tuples", lines { "('u\($0)', '\($1)')," }, "a text in quotes"),
    refused(
      "PHP", lines("return array(\n", ");\n") { "  'u\($0)' => '\($1)'," }, "a text in quotes"),
    refused("arrays", lines { "[\"u\($0)\", \"\($1)\"]," }, "a text in quotes"),
    refused("Python", lines { "{'user': 'u\($0)', 'password': '\($1)'}" }, "a label"),
    refused("netrc", lines { "machine h\($0) login u\($0) password \($1)" }, "a label"),
    refused("labels", lines { "Email: u\($0)@ex.example Pass: \($1)" }, "'s/^.*Pass: //p'"),
    refused("INI", lines { "[h\($0)]\nuser=u\($0)\npassword=\($1)" }, "password *= *"),
    refused("HTML", lines { "<tr><td>u\($0)</td><td>\($1)</td></tr>" }, "table in HTML"),
    refused(
      "Markdown", lines("| user | password |\n|---|---|\n") { "| u\($0) | \($1) |" },
      "a drawn table",
      "audit --layout csv:2,user=1 --separator '|' -"),
    refused(
      "psql",
      lines(" id | user | password \n----+------+-------\n", "(40 rows)\n") {
        " \($0) | u\($0)   | \($1)"
      },
      "a drawn table", "audit --layout csv:3,user=2 --separator '|' -"),
    refused(
      "sqlmap",
      lines(
        "Table: users\n[40 entries]\n+---+------+\n| id | password |\n+---+------+\n",
        "+---+------+\n"
      ) {
        "| \($0) | \($1)   |"
      }, "a drawn table", "audit --layout csv:2 --separator '|' -"),
    refused(
      "sqlite3", lines("user   password\n-----  ------------\n") { "u\($0 + 1000)  \($1)" },
      "filled with blanks"),
    refused(
      "COPY",
      lines("COPY users (id, login, password) FROM stdin;\n", "\\.\n") { "\($0)\tu\($0)\t\($1)" },
      "PostgreSQL's COPY", "audit --layout csv:3,user=2 --separator tab -"),
  ]

  // Potfiles and outfiles.
  static let potfiles: [Case] = [
    Case(
      "NetNTLMv2, cracked",
      lines { "U\($0)::CORP:\(hex($0, 16)):\(hex($0)):0101\(hex($0, 180 + $0 % 5 * 2)):\($1)" },
      auto: .read("hash:password")),
    refused(
      "NetNTLMv2",
      lines { i, _ in "U\(i)::CORP:\(hex(i, 16)):\(hex(i)):0101\(hex(i, 180 + i % 5 * 2))" },
      "hold hashes in place of a password"),
    refused(
      "NetNTLMv1", lines { i, _ in "u\(i)::CORP:\(hex(i, 48)):\(hex(i, 48)):\(hex(i, 16))" },
      "hold hashes in place of a password"),
    Case(
      "several modes",
      lines {
        [
          "\(hex($0)):", "$6$salt$\(hex($0, 80)):",
          "U::CORP:\(hex($0, 16)):\(hex($0)):0101\(hex($0, 180)):",
          "\(hex($0, 40)):\(hex($0, 8)):",
        ][$0 % 4] + $1
      }, auto: .read("hash:password")),
    Case(
      "hashes with and without salts of digits",
      lines { $0 % 3 == 0 ? "\(hex($0)):\(hex($0, 8)):\($1)" : "\(hex($0)):\($1)" },
      auto: .read("hash:password")),
    Case("wireless", lines { "\(hex($0, 64))*\(hex($0, 8)):\($1)" }, auto: .read("hash:password")),
    shared(
      "positions", lines { "\(hex($0)):\($1):\(1000 + $0 * 77)" },
      "numbers, as counts and positions are", "If so, use --layout csv:2 --separator ':'"),
    shared(
      "hexadecimal", lines { "\(hex($0)):\(spelled($1))" }, "hexadecimal digits that spell text",
      #"sed -E 's/(0x)?([0-9A-Fa-f]*)$/$HEX[\2]/' list | audit --layout hash:password -"#),
    shared("plain and hexadecimal", lines { "\(hex($0)):\($1):\(spelled($1))" }, "that spell text"),
    shared(
      "hexadecimal alone", lines { _, word in spelled(word) }, "that spell text",
      "audit --decode-hex -"),
    shared(
      "hexadecimal and positions", lines { "\(spelled($1)):\(1000 + $0 * 77)" }, "that spell text"),
    Case(
      "time", lines { "\(1_700_000_000 + $0):\(hex($0)):\($1)" }, auto: .read("user:hash:password")),
    Case(
      "the automatic mode",
      lines(
        "Hash-mode was not specified with -m. Attempting to auto-detect.\n\n1000 | NTLM | OS\n\n"
          + "Do NOT report auto-detect issues unless you are certain.\n\n"
      ) { "\(hex($0)):\($1)" },
      auto: .read("hash:password", ["the first 5 lines are above the others"])),
    Case(
      "half cracked", lines { "\(hex($0)):\($1.uppercased())\($0 % 3 == 0 ? "[notfound]" : "")" },
      auto: .read(
        "hash:password",
        ["14 of the first 40 lines hold '[notfound]'", "sed -E '/\\[notfound\\]|\\?{7}/d'"])),
    Case(
      "halves", lines { i, _ in "\(hex(i, 16)):\(["TISCH\(i)", "\(i)"][i % 2])" },
      auto: .read("hash:password", ["halves of LM hashes"])),
    Case(
      "halves of john", lines { i, _ in "$LM$\(hex(i, 16)):\(["TISCH\(i)", "\(i)"][i % 2])" },
      auto: .read("hash:password", ["halves of LM hashes"])),
    refused("salts", lines { i, _ in "u\(i):\(hex(i))" }, "hold hashes in place of a password"),
  ]

  // Marks around each password.
  static let around: [Case] = [
    Case(
      "quotes", lines { _, word in "\"\(word)\"" }, auto: .read("csv:1"),
      plain: .read("plain", ["are in quotes", "--layout csv:1"])),
    Case(
      "quotes below a header", lines("\"password\"\n") { _, word in "\"\(word)\"" },
      auto: .read("csv:1"),
      plain: .read("plain", ["are in quotes", "--layout csv:1"])),
    Case(
      "strings of JSON", lines { _, word in "\"\(word)\"," }, auto: .read("csv:1"),
      plain: .read("plain", ["are in quotes", "--layout csv:1"])),
    Case(
      "quotes and a comma", lines("password\n") { "\"\($1)\($0 % 4 == 0 ? "," : "")\"" },
      auto: .read("csv:1"),
      plain: .read("plain", ["are in quotes", "--layout csv:1"])),
    shared(
      "rows in quotes", lines("\"user,password,note\"\n") { "\"u\($0),\($1),n\"" }, "are in quotes",
      #"sed -E 's/^"//; s/"$//' list | audit --layout csv:2,user=1 -"#),
    Case(
      "spelt", lines { _, word in "$HEX[\(spelled(word))]" }, auto: .read("plain, $HEX[…] decoded"),
      plain: .read("plain", ["are spelt as '$HEX[…]'", "add --decode-hex"])),
    Case(
      "some spelt", lines { $0 % 10 == 0 ? "$HEX[\(spelled($1))]" : $1 },
      auto: .read("plain, $HEX[…] decoded"),
      plain: .read("plain", ["4 of the first 40 lines are spelt as '$HEX[…]'"])),
    shared(
      "single quotes", lines { _, word in "'\(word)'," }, "with the same character",
      "sed -E 's/^.{1}//; s/.{2}$//' list | audit -"),
    shared(
      "tags", lines { _, word in "<li>\(word)</li>" }, "same 4 characters", "s/^.{4}//; s/.{5}$//"),
    shared("a list of YAML", lines { _, word in "- \(word)" }, "same 2 characters", "s/^.{2}//"),
    shared(
      "blanks behind", lines { _, word in word + "  " }, "begin or end with a blank", "| audit -"),
    shared("semicolons", lines { _, word in word + ";" }, "end in the same character", "s/.{1}$//"),
    shared("numbered", lines { "\($0 + 1). \($1)" }, "begin with their numbers", "[.):]"),
    shared(
      "numbered by nl", lines { "    \($0 + 1)\t\($1)" }, "The numbers are not counts", "| audit -"),
    shared("addresses", lines { "u\($0)@ex.example" + $1.suffix(0) }, "are e-mail addresses"),
    Case(
      "comments of john", "#!comment: made up\n#!comment:\n" + lines { _, word in word },
      auto: .read("plain", ["2 of the first 42 lines are comments of John", "grep"].dropLast()),
      plain: .read("plain", ["2 of the first 42 lines are comments of John", "'/^#!comment:/d'"])),
    Case(
      "a heading", "# Top words\n# made up\n" + lines { _, word in word },
      auto: .read("plain", ["2 of the first 42 lines are comments ('# …')"])),
    Case(
      "joined files", lines { $0 == 20 ? "\u{FEFF}\($1)" : $1 },
      auto: .read("plain")),
  ]

  // Users and tables.
  static let tables: [Case] = [
    shared(
      "blanks around a colon", lines { "u\($0)@ex.example : \($1)" }, "begin or end with a blank",
      "sed -E 's/[[:blank:]]*:[[:blank:]]*/:/; s/[[:blank:]]+$//' list | audit --layout user:password -"
    ),
    shared(
      "counts behind a blank", lines { "\($1) \(100 - $0 * 2)" }, "are numbers", "counted:prefix -"),
    shared("columns", lines { "u\($0)   \($1)" }, "blanks in a row"),
    refused(
      "john at work", lines("Loaded 40 password hashes\n") { "\($1)         (u\($0))" },
      #"sed -nE 's/[[:blank:]]+\([^()]*\)$//p' list | audit -"#),
    refused(
      "PowerShell",
      lines("Name  Password     Id\n----  --------     --\n") {
        "u\($0 % 10)    \($1)" + String(repeating: " ", count: 13 - $1.count) + "\($0)"
      }, "filled with blanks", "s/^.{6}(.{0,13}).*$/"),
    Case(
      "shares of pipal", lines { "\($1) = \(100 - $0) (\(Double(100 - $0) / 7)%)" },
      auto: .refused(["begin or end with a blank"])),
    refused(
      "Metasploit", lines { "[+] 10.0.0.1:22 - Success: 'u\($0):\($1)' 'uid=0(root)'" },
      #"'s/^.*Success: '\''[^:]*:([^'\'']*)'\''.*$/\1/p'"#),
    Case(
      "users and passwords in quotes", lines { "\"u\($0)@ex.example\",\"\($1)\"" },
      auto: .read("csv:2,user=1")),
    shared(
      "an equals sign", lines { "u\($0) = \($1)" }, "begin or end with a blank",
      "audit --layout user:password --separator = -"),
    shared(
      "passwords first", lines { "\($1):u\($0)@ex\($0 % 3).example" }, "are e-mail addresses",
      "| audit -"),
    shared(
      "counts behind a comma", lines { "\($1),\(100 - $0 * 2)" }, "are numbers",
      #"sed -E 's/^(.*),[[:blank:]]*([^,]*)$/\2 \1/' list | audit --layout counted:prefix -"#),
    Case(
      "a column of counts", lines("password,count\n") { "\($1),\(100 - $0 * 2)" },
      auto: .read("csv:1", ["column 2 holds counts by its name", "print $2 \" \" $1"])),
    Case(
      "a title", lines("Export of 2025\nid;user;password\n") { "\($0);u\($0);\($1)" },
      auto: .read(
        "csv:3,user=2, separator ';'", ["a title above the others", "line 2 is read as the header"])
    ),
    Case(
      "a title in a cell", lines("Liste;;\nNr;Benutzer;Kennwort\n") { "\($0);u\($0);\($1)" },
      auto: .read("csv:3,user=2, separator ';'", ["line 2 is read as the header"])),
    Case(
      "a header of two lines", lines("\"user\nname\",\"pass\nword\"\n") { "u\($0),\($1)" },
      auto: .read("csv:2,user=1")),
    Case(
      "headers", lines("user,password\nuser,password\n") { "u\($0),\($1)" },
      auto: .read("csv:2,user=1")),
    Case(
      "passwords with commas",
      lines("user,password,note\n") { "u\($0),\($1)\($0 % 5 == 0 ? ",7" : ""),n" },
      auto: .read("csv:2,user=1")),
    Case(
      "two columns", lines("user,password,password\n") { "u\($0),\($1),old" },
      auto: .refused(["csv:2,user=1 fits", "csv:3,user=1 fits"])),
    shared(
      "blanks behind commas", lines("user, password, note\n") { "u\($0), \($1), n" },
      "begin or end with a blank", "s/[[:blank:]]*,[[:blank:]]*/,/g"),
    shared(
      "quotes behind blanks", lines("\"user\", \"password\"\n") { "\"u\($0)\", \"\($1)\"" },
      "begin or end with a blank", "s/[[:blank:]]*,[[:blank:]]*/,/g"),
    Case(
      "backslashes",
      lines("\"user\",\"password\"\n") { "\"u\($0)\",\"\($1)\($0 % 5 == 0 ? "\\\"7" : "")\"" },
      auto: .read("csv:2,user=1", ["8 of the first 40 lines have a backslash before a quote"])),
    Case(
      "a file of passwords for PostgreSQL", lines { "db.example:5432:shop:u\($0):\($1)" },
      auto: .refused(["5 cells with colons", "--layout csv:5 --separator ':'"])),
    Case(
      "cells that are not passwords", lines { "u\($0)@ex.example:\($1):10.0.0.\($0)" },
      auto: .refused(["3 cells with colons", "--layout csv:2 --separator ':'"])),
    Case(
      "tabs", lines { "\($0)\tu\($0)\t\($1)\t\\N" },
      auto: .refused(["4 cells with tabs", "--layout csv:3 --separator tab"])),
    Case(
      "a log", lines { "2024-01-02T03:04 [h,\($0)] attempt [root/\($1)] failed" },
      auto: .refused(["lines begin with a time"])),
    Case(
      "CrackStation", lines("Hash\tType\tResult\n") { "\(hex($0))\tmd5\t\($1)" },
      auto: .refused(["--layout csv:3 --separator tab"])),
  ]

  // Times before passwords, and beside them.
  static let times: [Case] = [
    shared(
      "a time", lines { "2024-01-02T00:\(10 + $0 % 50):\(10 + $0) \($1)" },
      "lines begin with a time",
      "sed -E 's/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}T[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}[[:blank:]]+//' "
        + "list | audit -"),
    shared(
      "minutes", lines { "[02/Jan/2024:10:\(10 + $0):07 +0100] \($1)" }, "lines begin with a time",
      #"s/^\[[0-9]{1,2}\/[A-Za-z]{3}\/[0-9]{4}:"#, "| audit -"),
    shared(
      "a day", lines { "\(1 + $0 % 28).01.2024 \($1)" }, "lines begin with a time",
      #"s/^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}[[:blank:]]+//"#),
    shared(
      "hours and minutes", lines { "2024-01-02 10:\(10 + $0) \($1)" }, "lines begin with a time",
      "[0-9]{1,2}:[0-9]{1,2}[[:blank:]]+//"),
    shared(
      "seconds since 1970", lines { "\(1_704_067_200 + $0 * 77) \($1)" }, "lines begin with a time",
      "sed -E 's/^[0-9]+[[:blank:]]+//' list | audit -"),
    Case(
      "a time before users", lines { "Jan  \(1 + $0 % 9) 10:00:\(10 + $0) u\($0):\($1)" },
      auto: .refused(["--layout csv:4 --separator ':'"])),
    Case(
      "a time before users and a semicolon", lines { "2024-01-02 10:00:07 u\($0);\($1)" },
      auto: .refused(["user:password, separator ';' fits all"])),
    Case(
      "a log of a system", lines { "Jan  \(1 + $0 % 9) 10:00:\(10 + $0) host app: \($1)" },
      auto: .refused(["4 cells with colons", "None of them looks like passwords alone"])),
    Case(
      "a time in a table", lines { "2024-01-02 10:00:\(10 + $0),u\($0),\($1)" },
      auto: .refused(["3 cells with commas", "--layout csv:3"])),
    Case(
      "a time behind", lines { "u\($0);\($1);2024-01-02T10:00:\(10 + $0)" },
      auto: .refused(["3 cells with semicolons", "--layout csv:2 --separator ';'"])),
    Case(
      "columns that share an end", lines { "u\($0);\($1);staff-\(1 + $0 % 5).example" },
      auto: .refused(["--layout csv:2 --separator ';'"])),
    Case(
      "addresses of network cards",
      lines { "\(hex($0, 2)):00:1B:\(hex($0 + 7, 2)):AA:A\(1 + $0 % 9)" + $1.suffix(0) },
      auto: .refused(["6 cells with colons", "None of them looks like passwords alone"])),
    Case(
      "days as passwords", lines { i, _ in "\(1 + i % 28).\(1 + i % 12).\(1960 + i)" },
      auto: .read("plain"), plain: .read("plain")),
  ]

  // Other forms that all lines share.
  static let forms: [Case] = [
    shared(
      "Base64", lines { Data($1.utf8).base64EncodedString() + String($0).prefix(0) },
      "are Base64 of text",
      "perl -MMIME::Base64 -pe 's{([A-Za-z0-9+/]+=*)\\s*$}{decode_base64($1) . \"\\n\"}e' list | audit -"
    ),
    shared(
      "Base64 behind users", lines { "u\($0):" + Data($1.utf8).base64EncodedString() },
      "are Base64 of text", "audit --layout user:password -"),
    Case(
      "words of four letters", lines { i, _ in ["lamp", "Ofen", "Tee1", "7070"][i % 4] },
      auto: .read("plain"), plain: .read("plain")),
    Case(
      "spelt as in addresses",
      lines { $1.replacing("!", with: "%21").replacing("#", with: "%23") + "\($0)" },
      auto: .read(
        "plain", ["20 of the first 40 lines have characters spelt out, as in '%21'", "chr hex"])),
    Case(
      "spelt as in HTML, each",
      lines { i, word in word + ["&amp;", "&lt;", "&#39;"][i % 3] + String(i * 7) },
      auto: .read("plain", ["all of the first 40 lines have characters spelt out, as in '&amp;'"])),
    shared(
      "Base64 of users and passwords", lines { Data("u\($0):\($1)".utf8).base64EncodedString() },
      "are Base64 of text",
      #"'s{^.*?([A-Za-z0-9+/]+=*)\s*$}{decode_base64($1) . "\n"}e' list | audit --layout user:password -"#
    ),
    Case(
      "spelt as in HTML", lines { i, word in word + ["&amp;", "&lt;", "", "&#39;"][i % 4] },
      auto: .read("plain", ["30 of the first 40 lines have characters spelt out, as in '&amp;'"])),
    Case(
      "spelt as in JSON", lines { i, word in word + (i % 4 == 0 ? "\\u00e4" : "") },
      auto: .read("plain", ["10 of the first 40 lines have characters spelt out", "UTF-16BE"])),
    Case(
      "encoded twice", lines { i, word in word + (i % 4 == 0 ? "\u{C3}\u{A4}" : "") },
      auto: .read("plain", ["10 of the first 40 lines have characters encoded twice"])),
    Case(
      "percent signs", lines { i, word in word + ["%", "100%7", "", "&", "\\", "ä"][i % 6] },
      auto: .read("plain"), plain: .read("plain")),
    shared(
      "dice", lines { "\(111 + $0 / 6)\(1 + $0 % 6)1\t\($1)".replacing("7", with: "6") },
      "begin with the numbers of dice", "s/^[[:blank:]]*[1-6]+[[:blank:]]+//", "| audit -"),
    shared(
      "UUIDs",
      lines { i, _ in "\(hex(i, 8))-\(hex(i + 1, 4))-4\(hex(i, 3))-a\(hex(i, 3))-\(hex(i, 12))" },
      "are UUIDs"),
    shared("hosts", lines { i, _ in "10.0.\(i).\(i * 5)" }, "are IP addresses"),
    shared("pages", lines { i, _ in "https://ex\(i).example/login" }, "are addresses of web pages"),
    shared("SIDs", lines { i, _ in "S-1-5-21-7-8-9-\(1000 + i)" }, "are SIDs of Windows"),
    shared(
      "stars", lines { i, word in word.prefix(1) + "*******\(i % 10)" }, "stars or points", "anew"),
    shared(
      "masks", lines { i, _ in ["?l?l?l?d", "?u?l?d", "Tisch?d?d"][i % 3] }, "are masks of hashcat"),
    shared(
      "rules",
      "## made up\n"
        + lines { i, _ in [":", "c", "$1", "sa@", "$1 $2", "TA", "^!", "so0 se3"][i % 8] },
      "are rules of hashcat"),
    shared(
      "colours", lines { "\u{1B}[3\($0 % 8)m\($1)\u{1B}[0m" }, "hold codes for colours", "[mK]"),
    shared(
      "added lines", lines { "+" + $1 + "\($0)" }, "begin with the same character", "s/^.{1}//"),
    Case(
      "sums", lines { i, _ in "md5(\(words[i % 10])) = 0123456789abcdef0123456789abcd\(10 + i)" },
      auto: .refused(["begin or end with a blank", "state it"]),
      plain: .read("plain", ["Write the passwords alone"])),
    refused(
      "arrows", lines { "u\($0) -> \($1)" }, "of a user, an arrow and a password",
      #"sed -nE 's/ [-=]> /\t/p' list | audit --layout user:password --separator tab -"#),
    refused(
      "counts in brackets", lines { "\($1) (\(100 - $0))" }, "count in brackets",
      "audit --layout counted:prefix -"),
    refused(
      "a box",
      lines("┌────┬──────────┐\n│ id │ password │\n├────┼──────────┤\n", "└────┴──────────┘\n") {
        "│ \($0) │ \($1) │"
      },
      "a drawn table", "s/│|┃|║/|/g", "audit --layout csv:2 --separator '|' -"),
    refused(
      "an address within", lines { "curl -u u\($0):\($1) https://h.example" },
      "the address of a web site",
      "'s#[:;|,[:blank:]]+[a-z]+://.*$##' list | audit --layout user:password -"),
    refused(
      "an address between", lines { "ex,https://ex\($0).example/,u\($0),\($1)" },
      "the address of a web site", "Write the passwords alone"),
    Case(
      "lengths", lines { "\($1)\($0 % 2 == 0 ? "x" : ""),\($1.count + ($0 % 2 == 0 ? 1 : 0))" },
      auto: .refused(["are numbers", #"'s/^(.*),[[:blank:]]*([^,]*)$/\1/' list | audit -"#])),
    Case(
      "a blank", lines { "u\($0) \($1)" },
      auto: .refused(["user:password, separator space fits all of the first 40 lines"]),
      plain: .read("plain", ["look like user:password", "--separator space"])),
    Case(
      "a point", lines { "u\($0).\($1)" },
      auto: .refused(["user:password, separator . fits all of the first 40 lines"]),
      plain: .read("plain", ["look like user:password", "--separator ."])),
    Case(
      "backslashes between", lines { "CORP\\u\($0)\\\($1)" },
      auto: .refused(["3 cells", #"--layout csv:3 --separator '\'"#])),
    Case(
      "phrases", lines { i, _ in words[i % 10] + " " + words[i / 4] }, auto: .read("plain"),
      plain: .read("plain")),
    Case(
      "domains", lines { i, _ in "ex\(i)." + ["example", "test"][i % 2] }, auto: .read("plain"),
      plain: .read("plain")),
  ]

  // Passwords.
  static let plain: [Case] = [
    Case("words", lines { _, word in word }, auto: .read("plain"), plain: .read("plain")),
    Case(
      "sorted words", (0..<40).map { "- \(10 + $0)\n" }.joined(), auto: .read("plain"),
      plain: .read("plain")),
    Case("one word", lines { _, _ in "Start-123" }, auto: .read("plain"), plain: .read("plain")),
    Case(
      "one end", lines { _, word in word + "2024!" }, auto: .read("plain"), plain: .read("plain")),
    Case(
      "users of one password", lines { "u\($0)@ex.example:Start-123\($1.suffix(0))" },
      auto: .read("user:password")),
    Case(
      "numbers", lines { i, _ in "\(100_000 + i * 12_347)" }, auto: .read("plain"),
      plain: .read("plain")),
    Case(
      "a number sign", "#1\n#love\n" + lines { _, word in word }, auto: .read("plain"),
      plain: .read("plain")),
  ]

  @Test(arguments: marked + potfiles + around + tables + times + forms + plain)
  func `a layout is named after it was tried`(_ list: Case) throws {
    try check(list.text, "auto", list.auto)
    if let plain = list.plain { try check(list.text, "plain", plain) }
  }

  @Test func `a command names the list as it was named`() throws {
    let numbered = (1...9).map { "\($0). \(Self.word($0))\n" }.joined()
    let text = Array(numbered.utf8)
    let request = try #require(LayoutRequest("auto"))
    let problem = #expect(throws: LayoutProblem.self) {
      // SAFETY: bytes have no padding.
      try LayoutReading(of: unsafe text.span.bytes, request, list: "../old..lists/list.txt")
    }
    #expect(
      problem?.problem.remedy
        == "The numbers are not counts. Mend them on the way: sed -E "
        + "'s/^[[:blank:]]*[0-9]+[.):][[:blank:]]+//' ../old..lists/list.txt | audit -. "
        + "If these are passwords, state it: --layout plain")
  }

  private func check(_ text: String, _ request: String, _ outcome: Outcome) throws {
    let request = try #require(LayoutRequest(request))
    let bytes = Array(text.utf8)
    do throws(LayoutProblem) {
      // SAFETY: bytes have no padding.
      let reading = try LayoutReading(of: unsafe bytes.span.bytes, request, list: "list")
      let said = reading.problems.map(\.message).joined(separator: "\n")
      guard case .read(let layout, let words) = outcome else {
        Issue.record("read as \(reading.layout.description): \(said)")
        return
      }
      #expect(reading.layout.description == layout, "\(said)")
      for word in words { #expect(said.contains(word), "\(said)") }
      if words.isEmpty {
        #expect(!reading.problems.contains { $0.severity != .note }, "\(said)")
      }
    } catch {
      guard case .refused(let words) = outcome else {
        Issue.record("refused: \(error.message)")
        return
      }
      #expect(error.severity == .error)
      for word in words { #expect(error.message.contains(word), "\(error.message)") }
    }
  }
}
