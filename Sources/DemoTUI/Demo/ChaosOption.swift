import DemoManager
import DemoManagerFiles
import Terminal
import WireFormats

/// The chaos that the command line names: a profile, or a file that can be read again.
struct ChaosOption: Sendable, Hashable {
    let text: String
    /// Replaces the seed of profile or file.
    var seed: UInt64?

    /// The profile without any.
    static let calm = "calm"

    var isFile: Bool { text.contains("/") || [".yaml", ".yml", ".json"].contains { text.lowercased().hasSuffix($0) } }

    /// Begins a run.
    /// - Throws: the first fault of a file, or that there is no such profile; then nothing changes.
    func begin(in manager: DemoManager) throws(Problem) {
        if isFile { return try manager.loadChaos(file: text, seed: seed) }
        if text == Self.calm {
            manager.chaos = nil
            return
        }
        guard var profile = Chaos.profiles.first(where: { $0.name == text }) else {
            let names = ([Self.calm] + Chaos.profiles.map(\.name)).joined(separator: ", ")
            throw Problem("there is no such profile; there are \(names), or name a file", file: VisibleText.line(text))
        }
        if let seed { profile.seed = seed }
        manager.chaos = profile
    }
}

extension DemoControls {
    /// No chaos, the file of the command line, and the profiles.
    func chaosChoices(now: Chaos?) -> [DemoStatus.Choice] {
        func choice(_ id: String, _ title: String, _ summary: String, _ isCurrent: Bool) -> DemoStatus.Choice {
            DemoStatus.Choice(id: id, title: title, summary: summary, isCurrent: isCurrent)
        }
        var choices = [choice(ChaosOption.calm, ChaosOption.calm, "no failures by themselves", now == nil)]
        if let path = chaos?.text, chaos?.isFile == true {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let isProfile = Chaos.profiles.contains { $0.name == now?.name }
            choices.append(choice(path, name, "the file is read again", now != nil && !isProfile))
        }
        return choices + Chaos.profiles.map { choice($0.name, $0.name, $0.words, now?.name == $0.name) }
    }

    func chooseChaos(_ id: String) -> DemoFact {
        do {
            try ChaosOption(text: id, seed: chaos?.seed).begin(in: manager)
            guard let name = manager.chaos?.name else { return DemoFact("No failures at random.") }
            return DemoFact("Chaos \(name): calls are late or fail at random, in the same way each time.")
        } catch {
            return DemoFact("\(error); nothing changed.", isProblem: true)
        }
    }
}

extension Chaos {
    /// `10% 500 server error, 50 to 400 ms late`
    fileprivate var words: String {
        rules.map { rule in
            let late = rule.jitter + rule.delay
            let waits = late > .zero ? ["\(rule.delay.inMilliseconds) to \(late.inMilliseconds) ms late"] : []
            return (rule.effects.map { "\(Int(($0.probability * 100).rounded()))% \($0.condition.title)" } + waits)
                .joined(separator: ", ")
        }.joined(separator: "; ")
    }
}
