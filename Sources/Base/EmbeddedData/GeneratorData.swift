import CEmbeddedData

/// How password managers, tools and frameworks generate passwords, as a JSON text compiled into the
/// program.
///
/// `Datasets/Generators` describes its form and says where it comes from.
package enum GeneratorData {
  /// The bytes of the text.
  package static var json: [UInt8] {
    // SAFETY: this memory is part of the program; it is never written or freed.
    let bytes = unsafe UnsafeBufferPointer(
      start: embedded_generators(), count: embedded_generators_size())
    return unsafe Array(bytes)
  }
}
