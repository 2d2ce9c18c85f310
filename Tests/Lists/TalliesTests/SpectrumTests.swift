@_spi(Internal) import Passwords
import Tallies
import Testing

@Suite struct SpectrumTests {
  @Test func `spectra of different passwords add up`() throws {
    let schema = try Schema(for: FactDemand())
    var a = Spectrum(schema: schema)
    a.record(Signature(1, 2, 3), occurrences: 2, passwords: 5)
    a.record(Signature(1, 2, 3), occurrences: 0)
    a.record(Signature(1, 2, 3), occurrences: 7, passwords: 0)
    var b = Spectrum(schema: schema)
    b.record(Signature(1, 2, 3), occurrences: 2)
    b.record(Signature(1, 2, 4), occurrences: 1)
    a.merge(b)
    #expect(
      a.passwords == [
        Spectrum.Group(signature: Signature(1, 2, 3), occurrences: 2): 6,
        Spectrum.Group(signature: Signature(1, 2, 4), occurrences: 1): 1,
      ])
  }
}
