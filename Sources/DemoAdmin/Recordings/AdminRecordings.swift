import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// Begins and ends a recording: `/__admin/recordings`, as WireMock has it where there is one server and one folder.
struct AdminRecordings: Sendable {
    let manager: DemoManager
    /// Nil where nothing can be recorded.
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
                // While it records, everything that passed since it was begun is there already.
                if !control.isRecording { await control.record(manager.journal.exchanges.compactMap(\.served)) }
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

    /// Takes WireMock's recording options as far as they say what is done here anyway.
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

    /// The mappings made since it was begun, and what went wrong.
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

    /// True if the request came with a body, whoever kept it.
    private var sentBody: Bool {
        request.headerFields[.transferEncoding] != nil
            || (request.headerFields[.contentLength].flatMap { Int($0) } ?? 0) > 0
    }
}

/// A recording that the API begins and ends. How it records is not known here.
package protocol RecordingControl: Sendable {
    /// True if it was begun and not ended; also while it pauses because the disk refused.
    var isRecording: Bool { get }
    /// True if it was ever begun.
    var hasBegun: Bool { get }
    /// Why it pauses, in one sentence; nil while it goes on.
    var failure: String? { get }
    /// True if a URL is that of the server whose replies are recorded.
    func isTarget(_ url: String) -> Bool
    /// Begins, also again after a failure: what was recorded before for the same requests is replaced.
    func start()
    /// Ends it.
    func stop()
    /// Records replies that came before it was begun.
    func record(_ exchanges: [ServedExchange]) async
    /// Writes what is still to be written and hands it to the stubs.
    ///
    /// - Returns: the paths of the stub files made since it was begun.
    @discardableResult
    func settle() async -> [String]
}
