import Foundation

/// Measures DemoManager and says which aims hold.
@main
enum EngineBenchmark {
    static func main() throws {
        let arguments: Arguments
        do {
            arguments = try Arguments(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("EngineBenchmark: \(error)\n".utf8))
            exit(2)
        }
        if let count = arguments.count {
            try Decisions.count(
                count.kind, size: count.size, iterations: count.iterations, journal: arguments.journal)
            return
        }
        for part in arguments.parts {
            switch part {
            case .decisions: try Decisions.run(arguments)
            case .threads: try Threads.run(arguments)
            case .changes: try Changes.run(arguments)
            case .loading: try Loading.run(arguments)
            case .memory: try Memory.run()
            }
        }
    }
}
