import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The callbacks of a task with their times: an answer as its client sees it.
struct Script: Sendable {
    /// One message to the task.
    enum Message: Sendable {
        case response(HTTPURLResponse)
        case data(Data)
        case finished
        case failed(any Error)
        /// Goes on with another request. Linux has no answer to it.
        case redirected(URLRequest, HTTPURLResponse)
    }

    /// Messages given together after a pause.
    struct Scene: Sendable {
        var pause: Duration
        var messages: [Message]
    }

    /// In order; the last one ends the task.
    var scenes: [Scene]
    /// How the journal sees it; the duration is filled in when it ends.
    var outcome: ExchangeOutcome

    /// A failure after a pause.
    static func failure(_ error: any Error, _ title: String, after pause: Duration = .zero) -> Script {
        Script(
            scenes: [Scene(pause: pause, messages: [.failed(error)])], outcome: .failure(title, duration: .zero))
    }

    /// A redirect after a pause.
    static func redirect(
        _ response: HTTPURLResponse, to request: URLRequest, after pause: Duration, outcome: ExchangeOutcome
    ) -> Script {
        Script(scenes: [Scene(pause: pause, messages: [.redirected(request, response)])], outcome: outcome)
    }

    /// A reply after a pause: head, then `pieces` of its body, each after a pause of its own.
    static func reply(
        _ response: HTTPURLResponse, pieces: [(pause: Duration, data: Data)], after pause: Duration,
        outcome: ExchangeOutcome
    ) -> Script {
        var scenes = [Scene(pause: pause, messages: [.response(response)])]
        for piece in pieces where !piece.data.isEmpty {
            scenes.append(Scene(pause: piece.pause, messages: [.data(piece.data)]))
        }
        scenes.append(Scene(pause: .zero, messages: [.finished]))
        return Script(scenes: scenes, outcome: outcome).merged
    }

    /// The same with scenes that follow without a pause made one.
    private var merged: Script {
        var merged: [Scene] = []
        for scene in scenes {
            if scene.pause == .zero, let last = merged.indices.last {
                merged[last].messages += scene.messages
            } else {
                merged.append(scene)
            }
        }
        return Script(scenes: merged, outcome: outcome)
    }
}
