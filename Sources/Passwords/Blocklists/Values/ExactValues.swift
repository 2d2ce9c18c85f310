@_spi(Internal) import Bytes

/// The values of one list, looked up as they are: whether a part of a password is among them.
///
///     let common = ExactValues(.builtIn())
///     common.hold(text, in: 0..<6)           // whether the first six bytes are a common password
package struct ExactValues: Sendable {
  private let index: ValueIndex<FormC>?

  /// Takes over the values of a list that is compared exactly.
  package init(_ list: BlocklistBuilder) {
    if let builtIn = list.compiledIn {
      index = ValueIndex(builtIn: builtIn, bit: 1)
    } else {
      let list = list.inMemory
      index = ValueIndex.make([(1, list.fingerprints, list.keys, false)]).index
    }
  }

  /// Whether some bytes of ASCII are a value.
  ///
  /// Costs one look at a bitmap for most that are none. Takes the bytes after them in the same load
  /// if there are 16.
  package func hold(_ text: RawSpan, in range: Range<Int>) -> Bool {
    index?.holds(text, in: range) ?? false
  }

  /// Whether some bytes are a value, in normalisation form C if they are UTF-8.
  package func hold(_ value: Span<UInt8>) -> Bool {
    index.map { $0.lists(holding: value) != 0 } ?? false
  }
}

extension ValueIndex {
  /// Whether it holds some bytes of ASCII.
  @inline(__always)
  fileprivate func holds(_ text: RawSpan, in range: Range<Int>) -> Bool {
    mayHold(Form.key(of: text, in: range))
      && lists(holdingFingerprint: Form.fingerprint(of: text, in: range)) != 0
  }
}
