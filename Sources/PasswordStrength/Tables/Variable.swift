/// A plain value at a fixed address.
///
/// Swift checks at run time that accesses to the variables of a class do not overlap. That cost 75
/// instructions a password, one in 50. It does not check this value, which only its owner uses,
/// like ``Cells``.
struct Variable<Value: BitwiseCopyable> {
  private let cell: Cells<Value>

  init(_ value: Value) { cell = Cells(count: 1, filledWith: value) }

  func deallocate() { cell.deallocate() }

  var value: Value {
    // SAFETY: there is one cell.
    @inline(__always) get { unsafe cell[unchecked: 0] }
    @inline(__always) nonmutating set { unsafe cell[unchecked: 0] = newValue }
  }
}
