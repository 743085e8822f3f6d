import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// Starts and stops a recording: `/__admin/recordings`, as WireMock does for one server and one folder.
struct AdminRecordings: Sendable {
    let manager: DemoManager
    /// Nil without a recorder.
    let control: (any RecordingControl)?

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "recordings/status") { _ throws(AdminRefusal) in .json(status) },
            AdminRoute(.post, "recordings/start") { call async throws(AdminRefusal) in
                let control = try recorder()
                try check(call, control)
                if !control.isRecording || control.failure != nil { control.start() }
                return .json(status)
            },
            AdminRoute(.post, "recordings/stop") { _ async throws(AdminRefusal) in
                let control = try recorder()
                guard control.isRecording else {
                    throw AdminRefusal(status: .badRequest, message: "Not currently recording.")
                }
                control.stop()
                return .json(await made(by: control))
            },
            AdminRoute(.post, "recordings/snapshot") { call async throws(AdminRefusal) in
                let control = try recorder()
                try check(call, control)
                // A running recording has everything since its start.
                if !control.isRecording { await control.record(manager.journal.received.compactMap(\.served)) }
                return .json(await made(by: control))
            },
        ]
    }

    private var status: JSONValue {
        guard let control, control.hasBegun else { return ["status": "NeverStarted"] }
        guard let failure = control.failure else {
            return ["status": control.isRecording ? "Recording" : "Stopped"]
        }
        return ["status": "Stopped", "failure": .string(failure)]
    }

    private func recorder() throws(AdminRefusal) -> any RecordingControl {
        guard let control else {
            throw .unprocessable("Start the gateway with --upstream URL and --record DIR to record.")
        }
        return control
    }

    /// Accepts WireMock's recording options if they ask for the only supported behaviour.
    private func check(_ call: AdminCall, _ control: any RecordingControl) throws(AdminRefusal) {
        let body = try call.object(of: ["targetBaseUrl", "persist", "repeatsAsScenarios", "outputFormat"])
        if let target = body["targetBaseUrl"], !(target.stringValue.map { control.isTarget($0) } ?? false) {
            throw .unprocessable(
                "targetBaseUrl must be the server the gateway was started with; start it with another --upstream.",
                at: ["targetBaseUrl"])
        }
        for (key, only, why) in [
            ("persist", JSONValue.bool(true), "recordings are always written"),
            ("repeatsAsScenarios", true, "replies to the same request are always given in their order"),
            ("outputFormat", "FULL", "mappings are answered as they are"),
        ] where body[key] != nil && body[key] != only {
            throw .unprocessable("\(key) can only be \(only.text(.compact)): \(why).", at: [key])
        }
    }

    /// The mappings recorded since the start, and the failure, if any.
    private func made(by control: any RecordingControl) async -> JSONValue {
        let paths = Set(await control.settle())
        let stubs = manager.stubs.filter { $0.stub.origin.path.map(paths.contains) ?? false }
        var result = JSONObject()
        result["mappings"] = .array(stubs.map { AdminMappings.mapping(of: $0) })
        result["failure"] = control.failure.map { .string($0) }
        return .object(result)
    }
}

extension Exchange {
    /// The server's reply, if the journal has all of it.
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

/// Controls a recording.
package protocol RecordingControl: Sendable {
    /// True between start and stop, also while a disk error pauses it.
    var isRecording: Bool { get }
    /// True if it was ever started.
    var hasBegun: Bool { get }
    /// The reason for a pause, in one sentence; nil while it records.
    var failure: String? { get }
    /// True for a URL of the recorded server.
    func isTarget(_ url: String) -> Bool
    /// Starts, also again after a failure. Earlier recordings of the same requests are replaced.
    func start()
    func stop()
    /// Records replies from before the start.
    func record(_ exchanges: [ServedExchange]) async
    /// Writes pending replies and adds them to the stubs.
    ///
    /// - Returns: the paths of the stub files made since the start.
    @discardableResult
    func settle() async -> [String]
}
