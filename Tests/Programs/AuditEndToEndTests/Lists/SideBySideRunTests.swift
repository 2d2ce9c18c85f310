import Foundation
import TestSupport
import Testing

/// A directory of lists of every container, some of them damaged, on one worker and on several.
@Suite struct SideBySideRunTests {
  private static let script = #"""
    set -e
    mkdir lists lists/sub
    for number in $(seq 12); do
      seq $((number * 7)) 3 $((number * 9000)) | sed "s/^/pass$number-/" > $number.txt
      echo "Passw0rd$number" >> $number.txt
    done
    gzip -c 1.txt > lists/a.gz
    gzip -c 2.txt | head -c 9000 > lists/b-cut.gz
    cp 3.txt lists/c.txt
    gzip -c 4.txt > lists/d-flipped.gz
    printf '\377' | dd of=lists/d-flipped.gz bs=1 seek=9000 conv=notrunc 2> /dev/null
    xz -c 5.txt > lists/e.xz
    xz -c 6.txt | head -c 3000 > lists/f-cut.xz
    zstd -qc 7.txt > lists/g.zst
    tar -cf lists/h.tar 8.txt 9.txt
    tar -czf lists/i.tgz 10.txt
    : > lists/j-empty.txt
    (gzip -c 11.txt; gzip -c 12.txt; echo garbage) > lists/k.gz
    head -c 5000 /dev/zero > lists/l-zeros.bin
    cp lists/a.gz lists/sub/a-again.gz
    sed 's/^/user:/' 12.txt > lists/sub/users.txt
    """#

  @Test(arguments: [
    ["--layout", "plain"], ["--layout", "auto"], ["--distinct"],
  ])
  func `a directory of lists gives the same bytes on any number of threads`(
    options: [String]
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.shell(Self.script)
    var first: (String, String)?
    for threads in [1, 2, 8] {
      let run = try directory.audit(
        [
          "--strength", "none", "--preset", "basic8", "--threads", "\(threads)", "-o", "out",
          "--force",
        ]
          + options + ["lists"], code: 1)
      let files = directory.names(in: "out").map { "\($0)\n\(directory.text("out/\($0)") ?? "")" }
      #expect(files.count > 2)
      let found = (files.joined(), run.errors)
      let expected = first ?? found
      #expect(found.0 == expected.0, "\(threads) lanes")
      #expect(found.1 == expected.1, "\(threads) lanes")
      first = expected
    }
    #expect(first?.1.contains("b-cut.gz: error: ") == true)
  }

  @Test func `a tally of a directory has the same bytes on any number of threads`() throws {
    let directory = try TemporaryDirectory()
    try directory.shell(
      Self.script + """

        for lanes in 1 2 8; do
          "$audit" scan -q --strength none --threads $lanes -o $lanes.tally lists && exit 3
        done
        cmp 1.tally 2.tally
        cmp 1.tally 8.tally
        """)
  }
}
