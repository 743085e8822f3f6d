import ArgumentParser
import Foundation
import WireFormats

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List your keys, with the actions as the configuration file names them.")

    @Option(help: "How to write it.")
    var format: ListFormat = .text

    func run() {
        let file = AppOptions(environment: ProcessInfo.processInfo.environment).configurationFile
        format.write(
            Configuration(file: file).keys.bindings.map { binding in
                [
                    "group": .string(binding.group.rawValue), "keys": .string(binding.keyNames),
                    "action": .string(binding.action.rawValue), "help": .string(binding.help),
                ]
            })
    }
}
