import Diagnostics
@_spi(Internal) import Passwords
import Tallies

extension TallyFile {
  /// Reads the signatures of the strata but the whole, which ascend in each.
  ///
  /// - Throws: ``TallyFileProblem/Kind`` if a row is of no stratum, or has a fault, or if the rows
  ///   of a stratum do not add up to its entries.
  static func readStrata(
    of database: borrowing Database, into recording: inout Recording, _ hash: inout ContentHash
  ) throws(TallyFileProblem.Kind) {
    let limits = SignatureLimits(recording.schema)
    let table = FileSchema.stratumSignatures
    let rows = try database.prepare(
      "SELECT w0, w1, w2, entries, stratum FROM \(table.name) ORDER BY rowid")
    var (row, last) = (0, (stratum: 0, words: Signature()))
    var left = recording.strata.map(\.tally.lines.entries)
    func fault(_ found: String) -> TallyFileProblem.Kind {
      .row(table: table.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let signature = rows.signature, let count = rows.integer(3), count > 0,
        let stratum = rows.integer(4).flatMap({ Int(exactly: $0) })
      else { throw fault("no number") }
      guard stratum > 0, stratum < left.count else { throw fault("stratum \(stratum)") }
      guard
        last.stratum < stratum
          || last.stratum == stratum && last.words.words < signature.words
      else { throw fault("out of order, or double") }
      if let found = limits.fault(in: signature) { throw fault(found) }
      guard UInt64(count) <= left[stratum] else { throw .total("entries of a stratum") }
      left[stratum] -= UInt64(count)
      recording.strata[stratum].tally.append(signature, times: UInt64(count))
      hash.add(signature, UInt64(count), ofStratum: stratum)
      last = (stratum, signature)
    }
    let entries = [recording.entries] + recording.strata.dropFirst().map(\.tally.lines.entries)
    let hasAccounts = zip(recording.strata, entries).allSatisfy { $0.accounts >= $1 }
    guard hasAccounts, left.allSatisfy({ $0 == 0 }) else { throw .total("entries of a stratum") }
  }
}
