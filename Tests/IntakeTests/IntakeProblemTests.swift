import Diagnostics
import Foundation
import Intake
import Testing

struct IntakeProblemTests {
  @Test(arguments: [
    (
      IntakeProblem.unreadable(list: "no.txt", SystemError(code: ENOENT)),
      "no.txt: error: cannot be read: no such file or directory"
    ),
    (
      .standardInputTwice,
      """
      <stdin>: error: standard input is named twice
        Name '-' once: what it gives can be read only once.
      """
    ),
    (
      .noLists(directory: "lists"),
      """
      lists: warning: directory without a list
        Names that begin with a dot are skipped; name such a file to have it read.
      """
    ),
    (
      .skipped(path: "lists/up", .linkToDirectory),
      """
      lists/up: warning: link to a directory, skipped; expected a regular file
        Name it on the command line to have it read.
      """
    ),
    (
      .skipped(path: "lists/queue", .notAFile),
      """
      lists/queue: warning: FIFO, socket or device in a directory, skipped; expected a regular file
        Name it on the command line to have it read.
      """
    ),
    (
      .readFailed(list: "a.gz", offset: 5_000_000_000, SystemError(code: EIO)),
      """
      a.gz: error: reading failed at byte 5000000000: input/output error
        The whole lines before that were read; read the list again from a sound copy.
      """
    ),
    (
      .stopped(list: "a.gz", offset: 7),
      """
      a.gz: warning: stopped at byte 7
        The whole lines before that were read.
      """
    ),
    (
      .gzipCut(list: "rockyou.txt.gz", offset: 53_290_211),
      """
      rockyou.txt.gz: error: gzip data ends early at byte 53290211; expected the rest of a member
        The whole lines before that were read. The download may be cut short: compare its sha256.
      """
    ),
    (
      .gzipDamaged(list: "a.gz", offset: 9, reason: "incorrect data check"),
      """
      a.gz: error: gzip data is damaged at or before byte 9 (incorrect data check)
        The whole lines before that were read. Fetch the list again; 'gzip -t a.gz' tests it.
      """
    ),
    (
      .trailingBytes(list: "<stdin>", offset: 9),
      """
      <stdin>: warning: other data behind the gzip data, from byte 9 on; \
      expected the end, zeros, or another gzip member
        The gzip data before that is whole and was read; 'gzip -t' says the same.
      """
    ),
    (
      .wide(list: "a b.txt", .utf16, .plain),
      """
      a b.txt: error: text is UTF-16; expected UTF-8, or any encoding with ASCII in single bytes
        Turn it into text on the way: iconv -f UTF-16 -t UTF-8 'a b.txt' | audit … -
      """
    ),
    (
      .wide(list: "a.gz", .utf32, .gzip),
      """
      a.gz: error: text is UTF-32; expected UTF-8, or any encoding with ASCII in single bytes
        Turn it into text on the way: gzip -dc a.gz | iconv -f UTF-32 -t UTF-8 | audit … -
      """
    ),
    (
      .packed(list: "-list.zst", .zstd, .plain),
      """
      -list.zst: error: data is in zstd format; expected plain text or gzip
        Turn it into text on the way: zstd -dc ./-list.zst | audit … -
      """
    ),
    (
      .packed(list: "it's.zip", .zip, .plain),
      """
      it's.zip: error: data is in zip format; expected plain text or gzip
        Turn it into text on the way: unzip -p 'it'\\''s.zip' | audit … -
      """
    ),
    (
      .packed(list: "a.tgz", .tar, .gzip),
      """
      a.tgz: error: data is in tar format; expected plain text inside the gzip data
        Turn it into text on the way: gzip -dc a.tgz | tar -xO | audit … -
      """
    ),
    (
      .packed(list: "<stdin>", .xz, .plain),
      """
      <stdin>: error: data is in xz format; expected plain text or gzip
        Turn it into text on the way: … | xz -dc | audit … -
      """
    ),
    (
      .packed(list: "<stdin>", .sevenZip, .plain),
      """
      <stdin>: error: data is in 7z format; expected plain text or gzip
        Unpack it to a file first.
      """
    ),
  ])
  func `a problem says where, what, what else and what to do`(
    problem: IntakeProblem, message: String
  ) {
    #expect(problem.message == message)
  }

  @Test func `a name from outside cannot write on the terminal`() {
    let problem = IntakeProblem.packed(list: "\u{1B}[2J.xz", .xz, .plain)
    #expect(!problem.message.unicodeScalars.contains("\u{1B}"))
  }
}
