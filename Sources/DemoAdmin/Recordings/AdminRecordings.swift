import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// Starts and stops a recording: `/__admin/recordings`, as WireMock does for one server and one folder.
struct AdminRecordings: Sendable {
    let manager: DemoManager
    /// Nil if nothing can be recorded.
    let recorded: ServerRecording?

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "recordings/status") { _ throws(AdminRefusal) in .json(status) },
            AdminRoute(.post, "recordings/start") { call async throws(AdminRefusal) in
                let recorded = try server()
                try check(call, recorded)
                start(recorded.recording)
                return .json(status)
            },
            AdminRoute(.post, "recordings/stop") { _ async throws(AdminRefusal) in
                let recording = try server().recording
                guard recording.isStarted else {
                    throw AdminRefusal(status: .badRequest, message: "Not currently recording.")
                }
                recording.stop()
                return .json(await made(by: recording))
            },
            AdminRoute(.post, "recordings/snapshot") { call async throws(AdminRefusal) in
                let recorded = try server()
                try check(call, recorded)
                let recording = recorded.recording
                // A running recording has all replies since its start.
                if !recording.isStarted { await recording.record(manager.journal.received.compactMap(\.served)) }
                return .json(await made(by: recording))
            },
        ]
    }

    private var status: JSONValue {
        guard let recording = recorded?.recording, recording.hasBegun else { return ["status": "NeverStarted"] }
        guard let failure = recording.status.failure else {
            return ["status": recording.isStarted ? "Recording" : "Stopped"]
        }
        return ["status": "Stopped", "failure": .string(failure)]
    }

    private func server() throws(AdminRefusal) -> ServerRecording {
        guard let recorded else {
            throw .unprocessable("Start the gateway with --upstream URL and --record DIR to record.")
        }
        return recorded
    }

    private func start(_ recording: Recording) {
        guard !recording.isOn else { return }
        // The folder was opened when the gateway started.
        do throws(Problem) { try recording.start() } catch { recording.skip(error.description) }
    }

    /// Accepts WireMock's recording options if they request the only supported behaviour.
    private func check(_ call: AdminCall, _ recorded: ServerRecording) throws(AdminRefusal) {
        _ = try call.read { root in
            let keys: Set = ["targetBaseUrl", "persist", "repeatsAsScenarios", "outputFormat"]
            let members = root.members(of: "the body", keys)
            if let target = members?["targetBaseUrl"], !(target.value.stringValue.map(recorded.isTarget) ?? false) {
                target.flaw(
                    "targetBaseUrl must be the server the gateway was started with; start it with another --upstream")
            }
            for (key, only, why) in [
                ("persist", JSONValue.bool(true), "recordings are always written"),
                ("repeatsAsScenarios", true, "replies to the same request are always given in their order"),
                ("outputFormat", "FULL", "mappings are answered as they are"),
            ] {
                guard let node = members?[key], node.value != only else { continue }
                node.flaw("\(key) can only be \(only.text(.compact)): \(why)")
            }
            return members
        }
    }

    /// The mappings recorded since the start, and the failure, if any.
    private func made(by recording: Recording) async -> JSONValue {
        await recording.settle()
        let paths = Set(recording.stubPaths)
        let stubs = manager.stubs.filter { $0.stub.origin.path.map(paths.contains) ?? false }
        return .object([
            "mappings": .array(stubs.map { AdminMappings.mapping(of: $0) }),
            "failure": recording.status.failure.map { .string($0) },
        ])
    }
}

extension Exchange {
    /// The server's reply, if the journal has it completely.
    fileprivate var served: ServedExchange? {
        guard case .passThrough = action, let outcome, case .status(let status) = outcome.end, !isWithoutBodies,
            !outcome.isCut, requestBody != nil || !sentBody
        else { return nil }
        let response = HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: outcome.headers)
        return ServedExchange(request: request, requestBody: requestBody, response: response, body: outcome.body)
    }

    /// True if the request had a body, even if the journal does not have it.
    private var sentBody: Bool {
        request.headerFields[.transferEncoding] != nil
            || (request.headerFields[.contentLength].flatMap { Int($0) } ?? 0) > 0
    }
}

/// A recording of one server's replies.
package struct ServerRecording: Sendable {
    let recording: Recording
    /// True for a URL of the server.
    let isTarget: @Sendable (String) -> Bool

    package init(_ recording: Recording, isTarget: @escaping @Sendable (String) -> Bool) {
        (self.recording, self.isTarget) = (recording, isTarget)
    }
}
