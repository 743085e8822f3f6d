import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite("A reply is read as data or as one kind of error") struct ReplyReaderTests {
    private func error(_ answer: @escaping StubTransport.Answer, requiresData: Bool = true) async throws -> APIError? {
        let client = try APIClient(StubTransport(answer))
        return await client.failure(Endpoint(path: "/x", requiresData: requiresData))
    }

    @Test("A 2xx reply with JSON is data, parsed once") func data() async throws {
        let client = try APIClient(StubTransport(answer(200, #"{"data": 1.10}"#)))
        let response = try await client.send(Endpoint(path: "/x"), in: .test)
        #expect(response.json?["data"]?.numberValue?.text == "1.10")
    }

    @Test("An error object is a failure although the status says 200") func rejected() async throws {
        let body = #"{"error": {"code": 17, "message": "No.", "fields": {"name": ["too long"], "age": "odd"}}}"#
        let error = try #require(await error(answer(200, body)))
        #expect(error.kind == .rejected)
        #expect(error.status == 200)
        #expect(error.code == "17")
        #expect(error.message == "No.")
        #expect(error.fields == [.init(name: "name", message: "too long"), .init(name: "age", message: "odd")])
    }

    @Test(
        "A reply is data, or one kind of error; if no data is required, more replies succeed",
        arguments: [
            (200, "application/json", #"{"id": 1}"#, nil, nil),
            // A body that does not report an error stays data.
            (200, "application/json", #"{"error": null, "data": 1}"#, nil, nil),
            (200, "application/json", #"{"error": false}"#, nil, nil),
            (200, "application/json", #"{"error": ""}"#, nil, nil),
            (200, "application/json", #"{"id": 7, "state": "failed", "error": "no paper"}"#, nil, nil),
            (200, "application/json", #"[{"error": {}}]"#, nil, nil),
            (200, "application/json", " \n", .emptyBody, nil), (204, "application/json", "", .emptyBody, nil),
            (200, "application/json", "{\n  \"a\": 1,\n  oops", .malformedBody, .malformedBody),
            (200, "text/html", "<html>", .malformedBody, nil),
            // A redirect nobody followed and 304 are failures.
            (304, "application/json", "", .status, .status), (302, "application/json", #"{"a": 1}"#, .status, .status),
        ] as [(Int, String, String, APIError.Kind?, APIError.Kind?)])
    func kinds(
        status: Int, type: String, body: String, promised: APIError.Kind?, unpromised: APIError.Kind?
    ) async throws {
        let answer = answer(status, body, headers: [.contentType: type])
        #expect(try await error(answer)?.kind == promised)
        #expect(try await error(answer, requiresData: false)?.kind == unpromised)
    }

    @Test("JSON that cannot be read is an error with line and column") func malformed() async throws {
        let error = try await error(answer(200, "{\n  \"a\": 1,\n  oops"))
        #expect(error?.userMessage.contains("line 3, column 3") == true)
    }

    @Test(
        "Error bodies of all shapes give the server's words",
        arguments: [
            (#"{"error": "nope"}"#, nil, "nope"),
            (#"{"error": "invalid_grant", "error_description": "Wrong password"}"#, "invalid_grant", "Wrong password"),
            (#"{"type": "about:blank", "title": "Gone", "detail": "It left", "status": 410}"#, nil, "It left"),
            (#"{"message": "Top"}"#, nil, "Top"), (#"{"non_field_errors": ["Log in."]}"#, nil, "Log in."),
            (#"{"errors": ["Name can't be blank"]}"#, nil, "Name can't be blank"),
            (#"{"detail": ["No."]}"#, nil, "No."),
            (#"{"message": ["Too late", "Too many"], "error": "Bad Request"}"#, "Bad Request", "Too late; Too many"),
            (#"{"errors": [{"field": "a", "message": "bad"}]}"#, nil, "a: bad"),
            (#"{"errors": [{"status": "404", "title": "Gone", "detail": "It left"}]}"#, nil, "It left"),
        ] as [(String, String?, String)])
    func shapes(body: String, code: String?, message: String) async throws {
        let error = try #require(await error(answer(400, body)))
        #expect(error.kind == .status)
        #expect(error.code == code)
        #expect(error.message == message)
    }

    @Test(
        "Field errors are found wherever servers put them",
        arguments: [
            #"{"error": {"fields": {"email": "bad"}}}"#,
            #"{"error": {"details": [{"field": "email", "message": "bad"}]}}"#, #"{"errors": {"email": ["bad"]}}"#,
            #"{"title": "x", "invalid-params": [{"name": "email", "reason": "bad"}]}"#,
            #"{"detail": [{"loc": ["body", "email"], "msg": "bad"}]}"#, #"{"email": ["bad"]}"#,
            #"{"message": "Bad Request", "errors": [{"resource": "User", "field": "email", "code": "bad"}]}"#,
            #"{"issue": [{"code": "value", "diagnostics": "bad", "expression": ["email"]}]}"#,
            #"{"email": ["bad"], "non_field_errors": ["No."]}"#,
            #"{"message": "Order not valid", "details": [{"field": "email", "issue": "bad"}]}"#,
        ])
    func fields(body: String) async throws {
        let error = try #require(await error(answer(422, body)))
        #expect(error.fields == [FieldError(name: "email", message: "bad")])
    }

    @Test("Plain text of a failed reply is quoted in one line; an HTML page is not") func text() async throws {
        let plain = try #require(await error(answer(500, "disk full\nat 0x1", headers: [.contentType: "text/plain"])))
        #expect(plain.message == "disk full")
        let page = try #require(await error(answer(500, "<html>trace</html>", headers: [.contentType: "text/html"])))
        #expect(page.message.isEmpty)
        #expect(page.response?.body.isEmpty == false)
    }

    @Test("A coding that is not supported is named") func coding() async throws {
        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip, br"]
        let error = try await error { _, _ in reply(200, "?", headers: headers) }
        #expect(error?.message == "its Content-Encoding br is not supported")
    }

    @Test("A JSON body that was cut at the limit is an error with that reason") func truncated() async throws {
        let error = try await error { _, _ in
            var cut = reply(200, #"[1, 2"#)
            cut.isTruncated = true
            return cut
        }
        #expect(error?.kind == .malformedBody)
        #expect(error?.userMessage.contains("too large") == true)
    }

    @Test("A truncated stream is not an error if no data is required") func cutStream() throws {
        var cut = APIResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/jsonl"]),
            body: Array("{}\n{".utf8))
        cut.isTruncated = true
        #expect(try cut.checked(requiresData: false).json == nil)
        #expect(throws: APIError.self) { try cut.checked(requiresData: true) }
    }

    @Test(
        "JSON lines are the list of their values; with one broken line there is no value",
        arguments: [
            ("application/jsonl", "{\"a\": 1}\n[2]\r\n\n3", "[{\"a\":1},[2],3]"),
            ("application/x-ndjson; v=1", "1\n", "[1]"), ("application/x-ndjson ; v=1", "1\n", "[1]"),
            ("application/jsonl", "1\n{", nil), ("application/json", "1\n2", nil),
        ])
    func lines(type: String, body: String, expected: String?) {
        let response = APIResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: Array(body.utf8))
        #expect(response.json?.text() == expected)
    }
}

@Suite("Error messages") struct UserMessageTests {
    @Test(
        "Each kind has its sentence",
        arguments: [
            (
                APIError(.status, status: 501, message: "Cards are coming."),
                "501 Not Implemented: \"Cards are coming.\" Come back when its backend is there."
            ),
            // A question of the server's ends as one.
            (APIError(.status, status: 401, message: "Who?"), "401 Unauthorized: \"Who?\" Sign in."),
            (
                APIError(.connection(.refused), server: "localhost:3000"),
                "Nothing listens at localhost:3000. Start the server, or check the address."
            ),
            (APIError(.status, status: 429, retryAfter: .seconds(30)), "429 Too Many Requests. Try again in 30 s."),
            // A refusal is shown in the words of who refused.
            (APIError(.notSent(reason: "No stub for GET /x.")), "No stub for GET /x."),
        ])
    func sentences(error: APIError, sentence: String) { #expect(error.userMessage == sentence) }

    @Test("The server's message is shortened, and its control characters become blanks") func hostile() {
        let error = APIError(.status, status: 500, message: "\u{1B}[2J" + String(repeating: "x", count: 500) + "\n")
        #expect(!error.userMessage.unicodeScalars.contains { $0.value < 0x20 })
        #expect(error.userMessage.count < 300)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("A simulated time-out is marked as one")
    func simulated() { #expect(APIError(.timeout(.firstByte, simulated: true)).userMessage.hasSuffix("(simulated)")) }

    @Test("Every kind has one non-empty line", arguments: [100, 302, 400, 401, 403, 404, 418, 500, 599])
    func everyStatus(status: Int) {
        let line = APIError(.status, status: status).userMessage
        #expect(line.contains("\(status)") && !line.contains("\n"))
    }

    @Test("Equality ignores the reply") func equality() {
        let one = APIError(.status, status: 500, response: reply(500, "a"))
        #expect(one == APIError(.status, status: 500, response: reply(500, "b")))
        #expect(one != APIError(.status, status: 501))
    }
}
