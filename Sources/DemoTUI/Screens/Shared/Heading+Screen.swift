import AppCore
import JSONText
import Terminal

extension Heading {
    /// The heading of a screen of the document: its mode is the one its data came in, or, before anything came, the
    /// one its next call will have.
    ///
    /// - Parameters:
    ///   - calls: which calls brought what is shown beside the newest one.
    ///   - request: what asks a person for parameters here, if not the screen's own load.
    init(
        _ screen: Screen, _ load: LoadState, of calls: [UInt64] = [], asking request: Request? = nil, in world: World
    ) {
        let next = world.demo.mode(of: screen.id)
        let tag: Tag =
            if let provenance = load.provenance, !load.isLoading, !load.isIdle {
                Tag(provenance)
            } else {
                Tag(next)
            }
        let own = world.demo.screenConditions[screen.id]?.title
        let others = screen.operations.compactMap { operation in
            world.demo.operationConditions[operation].map { "\(operation): \($0.title)" }
        }
        let all = (own.map { [$0] } ?? []) + others
        self.init(title: screen.title, tag: tag, condition: all.isEmpty ? nil : all.joined(separator: ", "))
        if let request = request ?? screen.load, !request.asked.isEmpty {
            let known = world.parameters.answers(to: request, in: next)
            let words = request.asked.compactMap { bound in known[bound.name].map { Self.word(bound.name, $0) } }
            parameters = words.isEmpty ? nil : words.joined(separator: " ")
        }
        let newest = load.isLoaded ? load.provenance.map { [$0.call] } ?? [] : []
        if !world.demo.offContract.isDisjoint(with: calls + newest) { remark = "! not as documented" }
    }

    /// Says that what is shown is from before a reload that failed.
    mutating func markStale() { remark = remark.map { "stale  \($0)" } ?? "stale" }

    /// A parameter and its value, as a title says them: everyone who sees the screen reads it.
    static func word(_ name: String, _ value: String) -> String {
        "\(name)=\(SecretName(name).isSecretParameter ? Redaction.placeholder : value)"
    }
}

extension Heading.Tag {
    init(_ mode: ServingMode) {
        self.init(text: "[\(mode.rawValue)]", style: mode == .demo ? .demo : .live)
    }

    init(_ provenance: Provenance) {
        if provenance.isPassedThrough {
            self.init(text: "[live: no stub]", style: .warning)
        } else {
            self.init(provenance.mode)
        }
    }
}
