import ArgumentParser

/// `audit blocklist`: lists of refused values as files that are there at once.
struct BlocklistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blocklist",
    abstract: "Compiles blocklists for fast start and small memory, and looks into them.",
    subcommands: [
      BlocklistBuildCommand.self, BlocklistInfoCommand.self, BlocklistTestCommand.self,
    ])
}
