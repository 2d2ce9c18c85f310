import ArgumentParser

/// `audit blocklist`: compiled lists of refused values.
struct BlocklistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blocklist",
    abstract: "Compiles blocklists for fast start and small memory, and looks into them.",
    subcommands: [
      BlocklistBuildCommand.self, BlocklistInfoCommand.self, BlocklistTestCommand.self,
    ])
}
