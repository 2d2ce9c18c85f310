import Bytes
import Metrics
import TestSupport
import Testing

@Suite struct ReselectionTests {
  private static let toy = Reselection(CountSpectrum([5: 1, 3: 1, 1: 2]), refused: 10)

  @Test func `the refused of a small list choose in four ways`() {
    let found = Behaviour.allCases.map { Self.toy.found(by: 1, $0)?.description }
    #expect(found == ["1/2", "3/4", "3/8", "1/4"])
    #expect(Self.toy.found(by: 6, .extraneous) == Fraction(12, 20))
    #expect(Self.toy.found(by: 0, .convergent) == Fraction(0, 1))
  }

  @Test(.firstFailureOnly, arguments: seeds(20, of: 400))
  func `whatever the refused choose, guesses find what the bracket says`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let accepted = Dictionary(
      (0..<UInt64.random(in: 1...6, using: &random)).map { _ in
        (UInt64.random(in: 1...9, using: &random), UInt64.random(in: 1...4, using: &random))
      }, uniquingKeysWith: { $1 })
    let after = Reselection(
      CountSpectrum(accepted), refused: UInt128(UInt64.random(in: 0...30, using: &random)))
    // Each of the refused chooses one of the accepted passwords, or one of some new ones.
    var counts = accepted.flatMap { Array(repeating: $0.key, count: Int($0.value)) }
    let old = counts.count
    counts += Array(repeating: 0, count: Int.random(in: 0...9, using: &random))
    for _ in 0..<Int(after.refused) { counts[Int.random(in: counts.indices, using: &random)] += 1 }
    let sorted = counts.sorted(by: >)
    for guesses in 1...old {
      let found = Fraction(UInt128(sorted.prefix(guesses).reduce(0, +)), after.total)
      let bracket = try #require(after.bracket(by: UInt64(guesses)))
      #expect(bracket.least <= found && found <= bracket.most)
      #expect(bracket.least == Fraction(after.accepted.mass(ofTop: UInt64(guesses)), after.total))
      for behaviour in [Behaviour.proportional, .uniform] {
        let share = try #require(after.found(by: UInt64(guesses), behaviour))
        #expect(bracket.least <= share && share <= bracket.most)
      }
    }
  }

  @Test func `a model's spectrum and its formula agree`() {
    let spectra: [CountSpectrum] = [
      CountSpectrum([5: 1, 3: 1, 1: 2]), CountSpectrum([4: 7]), CountSpectrum([9: 3, 2: 5]),
      CountSpectrum([1: 1000]), CountSpectrum([7: 1]),
    ]
    compared(atLeast: 400) { count in
      for spectrum in spectra {
        for refused in [0, 1, 10, 12_345] as [UInt128] {
          let after = Reselection(spectrum, refused: refused)
          for behaviour in Behaviour.allCases {
            let own = after.spectrum(behaviour)
            for guesses in [1, 2, 3, 10, 100, 100_000] as [UInt64] {
              let mass = own.mass(ofTop: guesses)
              #expect(after.found(by: guesses, behaviour) == Fraction(mass, own.total))
              count += 1
            }
          }
        }
      }
    }
  }

  @Test func `numbers of a list of all mankind are exact`() throws {
    let after = Reselection(
      CountSpectrum([10_000_000: 1, 1: 90_000_000_000]), refused: 9_990_000_000)
    #expect(after.total == 100_000_000_000)
    let uniform = try #require(after.found(by: 1, .uniform))
    let (distinct, all) = (UInt128(90_000_000_001), UInt128(100_000_000_000))
    // 10⁷ · N + u, of M · N.
    #expect(uniform == Fraction(10_000_000 * distinct + 9_990_000_000, all * distinct))
    #expect(after.spectrum(.uniform).total == all * distinct)
    // Too large for exact sums: the nearest 2⁻⁶⁰.
    let mixture = try #require(Mixture("p=0.6,c=0.05,u=0.000000001,e=0.349999999"))
    let mixed = try #require(after.found(by: 1, mixture)).value
    #expect(abs(mixed - 0.0051011) < 1e-6)
    // After all accepted ones, the new passwords, as far as there are any.
    let own = 90_010_000_000 + 9_990_000_000 * (0.6 + 0.05 + 0.000000001)
    for (further, new) in [(1e9, 1e9), (5e9, 0.349999999 * 9_990_000_000)] {
      let found = try #require(after.found(by: 90_000_000_001 + UInt64(further), mixture)).value
      #expect(abs(found - (own + new) / 1e11) < 1e-9, "\(further)")
    }
  }

  @Test func `a mixture is read, or is none`() {
    #expect(Mixture("p=0.6,c=0.05,u=0,e=0.35") == Mixture(parts: [60, 5, 0, 35]))
    #expect(Mixture("p=0.60,e=0.35,c=0.05")?.text == "p=0.6,c=0.05,u=0,e=0.35")
    #expect(Mixture("e=1") == Mixture(parts: [0, 0, 0, 7]))
    #expect(Mixture("c=.5,p=0.5") == nil)
    for text in [
      "", "p", "p=", "p=1,p=0", "p=0.5", "p=0.6,e=0.5", "x=1", "p=-1,e=2", "p=1.0000000000", "p=1,",
      "p=1.", "p=١",
    ] {
      #expect(Mixture(text) == nil, "\(text)")
    }
    #expect(BehaviourSelection.behaviours("all")?.count == 4)
    #expect(BehaviourSelection.behaviours("uniform,extraneous") == [.uniform, .extraneous])
    for text in ["", "uniform,", "Uniform", "all,uniform", "mixture"] {
      #expect(BehaviourSelection.behaviours(text) == nil, "\(text)")
    }
  }
}
