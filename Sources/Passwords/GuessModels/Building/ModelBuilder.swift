@_spi(Internal) import Bytes
package import Diagnostics
package import Files

/// Makes the file of a model from counts.
package struct ModelBuilder {
  private let settings: ModelSettings
  private let memory: Int
  private let directory: String
  private let sampleCount: Int

  /// Makes a builder.
  ///
  /// - Parameters:
  ///   - settings: What the model is made of.
  ///   - memory: About how many bytes to take for counts that are not pruned yet. The kept ones stay in
  ///     memory besides: some 45 bytes for a transition, of the default settings.
  ///   - directory: The directory of temporary files.
  ///   - sampleCount: How many passwords to draw, which decide how exact guess numbers are.
  package init(
    _ settings: ModelSettings, memory: Int, directory: String, sampleCount: Int = 100_000
  ) {
    self.settings = settings
    self.memory = memory
    self.directory = directory
    self.sampleCount = sampleCount
  }

  /// Writes a model, which only its owner can read and which gets its name when it is complete.
  ///
  /// The same counts and settings give the same bytes.
  package func write(
    _ counts: consuming TrainingCounts, to place: FilePlace,
    replacing: Replacing = Replacing(isForced: false)
  ) throws(Problem) {
    let (empty, overLong) = (counts.empty, counts.overLong)
    var header = ModelHeader()
    header.settings = settings
    header.lines = counts.lines
    header.emptyCount = empty
    header.overLongCount = overLong
    var image = try image(counts, header)
    image.drawSample(of: sampleCount)
    do throws(SystemError) {
      var file = try ProvisionalFile(place, for: .owner)
      try file.write(image.bytes)
      try file.publish(replacing: replacing.replaceable)
    } catch {
      throw error.isOccupied
        ? replacing.problem(place.path, error) : .unwritableModel(place.path, error)
    }
  }

  private func image(
    _ counts: consuming TrainingCounts, _ header: ModelHeader
  ) throws(Problem) -> ModelImage {
    precondition(counts.order == settings.order, "windows of the model's length")
    var (levels, digest) = try counts.levels(
      leastCount: settings.leastCount, memory: memory, directory: directory)
    digest.take([
      UInt64(settings.order), settings.leastCount, settings.weight.bitPattern,
    ])
    var header = header
    header.digest = digest.value
    let table = try ContextTable(levels)
    return ModelImage(table, header, sampleCount: sampleCount)
  }

  /// The nodes and probabilities of counts, before they are rounded.
  package func table(_ counts: TrainingCounts) throws(Problem) -> ContextTable {
    try ContextTable(
      counts.levels(leastCount: settings.leastCount, memory: memory, directory: directory).levels)
  }
}

extension ModelImage {
  /// Draws passwords from the model, and completes the file with them.
  fileprivate mutating func drawSample(of count: Int) {
    var sampler = ModelSampler(ModelGraph(header), seed: header.digest)
    seal(sample: sampler.bits(count: count, bytes.raw))
  }
}
