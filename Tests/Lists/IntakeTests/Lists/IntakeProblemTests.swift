import Diagnostics
import Foundation
import Intake
import Testing

@Suite struct IntakeProblemTests {
  @Test(arguments: [
    (
      IntakeProblem.unreadable(list: "no.txt", SystemError(code: ENOENT)),
      "no.txt: error: cannot be read: no such file or directory\n  Check the name: ls"
    ),
    (
      .standardInputTwice,
      """
      <stdin>: error: standard input is named twice
        Name '-' once: standard input can be read only once.
      """
    ),
    (
      .noLists(directory: "lists"),
      """
      lists: warning: directory without a list
        Name a file, or another directory. Names that begin with a dot are skipped.
      """
    ),
    (
      .skipped(path: "lists/up", .linkToDirectory),
      """
      lists/up: warning: link to a directory, skipped; expected a regular file
        To have it read, name it on the command line.
      """
    ),
    (
      .skipped(path: "lists/queue", .notAFile),
      """
      lists/queue: warning: FIFO, socket or device in a directory, skipped; expected a regular file
        To have it read, name it on the command line.
      """
    ),
    (
      .readFailed(list: "a.gz", offset: 5_000_000_000, SystemError(code: EIO)),
      """
      a.gz: error: reading failed at byte 5000000000: input/output error
        The whole lines before it were read; read the list again from a sound copy.
      """
    ),
    (
      .shortened(list: "a.txt", offset: 4096, former: 10_000),
      """
      a.txt: error: file ends early at byte 4096: it got shorter while it was read; expected 10000 \
      bytes, as when it was opened
        The whole lines before it were read; read the list again when no program writes to it any more.
      """
    ),
    (
      .stopped(list: "a.gz", offset: 7),
      """
      a.gz: warning: stopped at byte 7
        The whole lines before it were read.
      """
    ),
    (
      .cut(list: "rockyou.txt.gz", .gzip, offset: 53_290_211),
      """
      rockyou.txt.gz: error: gzip data ends early at byte 53290211; expected the rest of a member
        The whole lines before it were read. The download may be cut short: compare its sha256.
      """
    ),
    (
      .damaged(list: "a.gz", .gzip, offset: 9, reason: "incorrect data check"),
      """
      a.gz: error: gzip data is damaged at or before byte 9 (incorrect data check)
        The whole lines before it were read. Fetch the list again; 'gzip -t a.gz' tests it.
      """
    ),
    (
      .damaged(list: "a.7z", .sevenZip, offset: 9, reason: "bad data"),
      """
      a.7z: error: 7z data is damaged at or before byte 9 (bad data)
        The whole lines before it were read, but for 64 KiB of text at most. Fetch the list again; \
      '7z t a.7z' tests it.
      """
    ),
    (
      .inMember("b.txt", .damaged(list: "a.7z", .sevenZip, offset: 9, reason: "bad data")),
      """
      a.7z: error: in member 'b.txt': 7z data is damaged at or before byte 9 (bad data)
        Its whole lines before it were read, but for 64 KiB of text at most. Fetch the archive \
      again from a sound copy.
      """
    ),
    (
      .trailingBytes(list: "<stdin>", .gzip, offset: 9, .text),
      """
      <stdin>: warning: other data after the gzip data, from byte 9 on; \
      expected the end, zeros, or another gzip member
        The gzip data before it is whole and was read; 'gzip -t' says the same.
      """
    ),
    (
      .trailingBytes(list: "a.zst", .zstd, offset: 9, .member),
      """
      a.zst: error: a member with a damaged signature after the zstd data, from byte 9 on; \
      expected the end, or another zstd member
        Everything before it was read. Fetch the list again; 'zstd -t a.zst' tests it.
      """
    ),
    (
      .endBlockMissing(list: "a.gz", offset: 40),
      """
      a.gz: error: bgzip data ends early at byte 40; expected the empty block that bgzip writes last
        The whole lines before it were read. The download may be cut short: compare its sha256.
      """
    ),
    (
      .halfCodeUnit(list: "a.txt", .utf16LittleEndian, textBytes: 7),
      """
      a.txt: error: utf-16le text ends within a character, after byte 7 of it; \
      expected two bytes for each code unit
        The whole lines before it were read. Its end, or a byte in it, is lost: read a sound copy.
      """
    ),
    (
      .noLines(list: "a.gz", .damagedSignature(.gzip), .plain),
      """
      a.gz: error: data begins like gzip data whose signature is damaged; \
      expected lines of text, plain or in a container that can be read
        Fetch the list again from a sound copy. With --binary its bytes are read as lines all the same.
      """
    ),
    (
      .noLines(list: "a.bin", .binary(TextShare([0x00, 0x61, 0xFF, 0x0A])), .plain),
      """
      a.bin: error: the first 4 bytes are mostly no text: 25 % control bytes, \
      25 % ill-formed as UTF-8; expected lines of text, plain or in a container that can be read
        If it is packed or encrypted, unpack it first; if it is UTF-16, state it with --encoding. \
      With --binary its bytes are read as lines all the same.
      """
    ),
    (
      .noLines(list: "a.json.gz", .json(filter: ".[] | strings"), .gzip),
      """
      a.json.gz: error: text is JSON; \
      expected lines of text, plain or in a container that can be read
        With --binary its bytes are read as lines all the same. \
      Turn it into text on the way: gzip -dc a.json.gz | jq -r '.[] | strings' | audit -
      """
    ),
    (
      .inMember("b.json", .noLines(list: "a.zip", .json(filter: "."), .plain)),
      """
      a.zip: error: in member 'b.json': text is JSON; \
      expected lines of text, plain or in a container that can be read
        With --binary its bytes are read as lines all the same. \
      Unpack the archive to a directory, and name the lists in it.
      """
    ),
    (
      .limitReached(list: "bomb.gz", textBytes: 1_000_000),
      """
      bomb.gz: error: more than 1000000 bytes of text; expected no more, because of --max-bytes
        The whole lines before it were read.
      """
    ),
    (
      .windowTooLarge(list: "a.zst", .zstd, limit: 1 << 25),
      """
      a.zst: error: zstd data that needs a large window; expected a window of at most 32 MiB
        Turn it into text on the way: zstd -dc --long=31 a.zst | audit -
      """
    ),
    (
      .tooManyFiles(list: "a.7z", .sevenZip, limit: 1 << 24),
      """
      a.7z: error: 7z archive of very many files; expected an archive whose list of contents takes at most 16 MiB of memory
        Turn it into text on the way: 7z x -so a.7z | audit -
      """
    ),
    (
      .inMember("b.txt", .unsupported(list: "a.zip", .zip, kind: "compressed by deflate64")),
      """
      a.zip: error: in member 'b.txt': zip data is of a kind that is not read: compressed by deflate64
        Unpack the archive to a directory, and name that.
      """
    ),
    (
      .encrypted(list: "a.7z"),
      """
      a.7z: error: data is encrypted; expected data that can be read without a password
        Unpack it with its password to a directory, and name that.
      """
    ),
    (
      .needsFile(list: "<stdin>", .sevenZip),
      """
      <stdin>: error: 7z data from a pipe; expected a file, because its parts lie in no order
        Save it to a file and name that.
      """
    ),
    (
      .inMember("in/\u{202E}b.txt", .damaged(list: "a.zip", .zip, offset: 9, reason: "bad CRC")),
      """
      a.zip: error: in member 'in/\\u{202e}b.txt': zip data is damaged at or before byte 9 (bad CRC)
        Its whole lines before it were read. Fetch the archive again from a sound copy.
      """
    ),
    (
      .inMember("b.zip", .packed(list: "a.tar", .zip, .init(compression: nil, archive: .tar))),
      """
      a.tar: error: in member 'b.zip': data is in zip format; expected text, compressed once at most
        Unpack the archive to a directory, and name that.
      """
    ),
    (
      .wide(list: "a b.txt", .utf16, .plain),
      """
      a b.txt: error: text is UTF-16; expected UTF-8, since no other encoding was asked for
        With --encoding auto it is converted on the way.
      """
    ),
    (
      .wide(list: "a b.gz", .utf32, .gzip),
      """
      a b.gz: error: text is UTF-32; expected UTF-8, UTF-16, Latin-1 or Windows-1252
        Turn it into text on the way: gzip -dc 'a b.gz' | iconv -f UTF-32 -t UTF-8 | audit -
      """
    ),
    (
      .wide(list: "-a.txt", .utf32, .plain),
      """
      -a.txt: error: text is UTF-32; expected UTF-8, UTF-16, Latin-1 or Windows-1252
        Turn it into text on the way: iconv -f UTF-32 -t UTF-8 ./-a.txt | audit -
      """
    ),
    (
      .packed(list: "it's.gz", .zip, .gzip),
      """
      it's.gz: error: data is in zip format; expected plain text inside the gzip data
        Turn it into text on the way: gzip -dc 'it'\\''s.gz' | funzip | audit -
      """
    ),
    (
      .packed(list: "<stdin>", .xz, .gzip),
      """
      <stdin>: error: data is in xz format; expected plain text inside the gzip data
        Turn it into text on the way: COMMAND | gzip -dc | xz -dc | audit -
      """
    ),
    (
      .packed(list: "<stdin>", .sevenZip, .gzip),
      """
      <stdin>: error: data is in 7z format; expected plain text inside the gzip data
        Unpack it to a file first.
      """
    ),
  ])
  func `a problem gives place, fault, expectation and remedy`(
    problem: IntakeProblem, message: String
  ) {
    #expect(problem.message == message)
  }

  @Test func `a name from outside cannot control the terminal`() {
    let problem = IntakeProblem.inMember("\u{1B}[2J", .packed(list: "\u{1B}[2J.xz", .xz, .gzip))
    #expect(!problem.message.unicodeScalars.contains("\u{1B}"))
  }
}
