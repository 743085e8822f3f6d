import APIDocument
import AppCore
import JSONText
import Terminal

/// What a person typed for parameters that nothing else fills, for as long as the program runs. Demo and live keep their own:
/// the other mode has other ids.
struct ParameterMemory: Hashable, Sendable {
    /// A parameter as it is recognised again.
    private struct Key: Hashable, Sendable {
        /// For one in the path the path up to it, parameters without their names; for a required header nothing, since
        /// it means the same in every operation; for others the operation.
        let scope: String
        /// Its name; nil in the path, where screens call the same place differently.
        let name: String?
        /// Which of the parameters of its segment it is, as in `/compare/{base}...{head}`.
        var ordinal = 0
    }

    private var values: [ServingMode: [Key: String]] = [:]
    /// The last value of each name, wherever it stood: offered, never used unasked.
    private var byName: [ServingMode: [String: String]] = [:]

    /// Keeps what was typed for a request; an empty text takes back what was typed before.
    mutating func remember(_ texts: [String: String], for request: Request, in mode: ServingMode) {
        for (name, text) in texts {
            values[mode, default: [:]][key(of: name, in: request)] = text.isEmpty ? nil : text
            if !text.isEmpty { byName[mode, default: [:]][name] = text }
        }
    }

    /// Keeps what was typed in a form for headers that mean the same in every operation.
    mutating func rememberHeaders(_ texts: [String: String], for request: Request, in mode: ServingMode) {
        let shared = Set(request.asked.filter(\.isSharedHeader).map(\.name))
        remember(texts.filter { shared.contains($0.key) }, for: request, in: mode)
    }

    /// What a request's questions were answered with, by parameter name.
    func answers(to request: Request, in mode: ServingMode) -> [String: String] {
        guard let known = values[mode] else { return [:] }
        var answers: [String: String] = [:]
        for (key, text) in known where key.scope == request.operation {
            if let name = key.name { answers[name] = text }
        }
        for bound in request.asked {
            if let text = known[key(of: bound.name, in: request)] { answers[bound.name] = text }
        }
        return answers
    }

    /// What was typed last for a parameter of that name, here or elsewhere.
    func offer(for name: String, of request: Request, in mode: ServingMode) -> String? {
        values[mode]?[key(of: name, in: request)] ?? byName[mode]?[name]
    }

    /// The place with the answers that are known in this mode, and none of the other mode's.
    func filling(_ place: Place, for request: Request?, in mode: ServingMode) -> Place {
        guard let request else { return place }
        var place = place
        for bound in request.asked { place.asked[bound.name] = nil }
        return place.answering(answers(to: request, in: mode))
    }

    private func key(of name: String, in request: Request) -> Key {
        let path = request.path
        guard let place = path.segments.firstIndex(where: { $0.parts.contains(.parameter(name)) }) else {
            let isShared = request.parameters.contains { $0.name == name && $0.isSharedHeader }
            return Key(scope: isShared ? "" : request.operation, name: name)
        }
        let ordinal = path.segments[place].parts.firstIndex(of: .parameter(name)) ?? 0
        return Key(scope: path.prefix(place + 1).shape, name: nil, ordinal: ordinal)
    }
}

extension BoundParameter {
    /// True if one value of it is meant for every operation, as with the id of a tenant.
    fileprivate var isSharedHeader: Bool { location == .header && isRequired }
}

extension Request {
    /// The parameters a person is asked for.
    var asked: [BoundParameter] { parameters.filter { if case .ask = $0.source { true } else { false } } }

    /// The questions for all of them that have no default.
    var questions: [Field] { questions(in: Place()) }

    /// The questions, and what may be answered or left out.
    var choices: [Field] {
        questions + asked.compactMap { if !$0.isRequired, case .ask(let field) = $0.source { field } else { nil } }
    }
}
