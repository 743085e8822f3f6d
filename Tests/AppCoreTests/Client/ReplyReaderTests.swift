import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite("A reply is read as data or as one kind of error")
struct ReplyReaderTests {
    private func error(_ answer: @escaping StubTransport.Answer, requiresData: Bool = true) async throws -> APIError? {
        let client = try APIClient(StubTransport(answer))
        return await failure { () throws(APIError) in
            try await client.send(Endpoint(path: "/x", requiresData: requiresData), in: .test)
        }
    }

    @Test("A 2xx reply with JSON is data, parsed once")
    func data() async throws {
        let client = try APIClient(StubTransport(answer(200, #"{"data": 1.10}"#)))
        let response = try await client.send(Endpoint(path: "/x"), in: .test)
        #expect(response.json?["data"]?.numberValue?.text == "1.10")
    }

    @Test("An error object is a failure although the status says 200")
    func rejected() async throws {
        let body = #"{"error": {"code": 17, "message": "No.", "fields": {"name": ["too long"], "age": "odd"}}}"#
        let error = try #require(await error(answer(200, body)))
        #expect(error.kind == .rejected)
        #expect(error.status == 200)
        #expect(error.code == "17")
        #expect(error.message == "No.")
        #expect(error.fields == [.init(name: "name", message: "too long"), .init(name: "age", message: "odd")])
    }

    @Test(
        "What is no report of an error stays data",
        arguments: [
            #"{"error": null, "data": 1}"#, #"{"error": false}"#, #"{"error": ""}"#,
            #"{"id": 7, "state": "failed", "error": "no paper"}"#, #"[{"error": {}}]"#,
        ])
    func notRejected(body: String) async throws {
        #expect(try await error(answer(200, body)) == nil)
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
        "Complaints about fields are found wherever servers put them",
        arguments: [
            #"{"error": {"fields": {"email": "bad"}}}"#,
            #"{"error": {"details": [{"field": "email", "message": "bad"}]}}"#,
            #"{"errors": {"email": ["bad"]}}"#,
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

    @Test("Plain text of a failed reply is quoted in one line; a page of HTML is not")
    func text() async throws {
        let plain = try #require(await error(answer(500, "disk full\nat 0x1", headers: [.contentType: "text/plain"])))
        #expect(plain.message == "disk full")
        let page = try #require(await error(answer(500, "<html>trace</html>", headers: [.contentType: "text/html"])))
        #expect(page.message.isEmpty)
        #expect(page.response?.body.isEmpty == false)
    }

    @Test("No body where data was promised is an error, and success where none was")
    func empty() async throws {
        #expect(try await error(answer(200, " \n"))?.kind == .emptyBody)
        #expect(try await error(answer(204), requiresData: false) == nil)
        #expect(try await error(answer(200), requiresData: false) == nil)
    }

    @Test("JSON that cannot be read is an error with line and column, also where no data was promised")
    func malformed() async throws {
        for requiresData in [true, false] {
            let error = try #require(await error(answer(200, "{\n  \"a\": 1,\n  oops"), requiresData: requiresData))
            #expect(error.kind == .malformedBody)
            #expect(error.userMessage.contains("line 3, column 3"))
        }
    }

    @Test("Something other than JSON is no data, but an update may answer it")
    func notJSON() async throws {
        let page = answer(200, "<html>", headers: [.contentType: "text/html"])
        #expect(try await error(page)?.kind == .malformedBody)
        #expect(try await error(page, requiresData: false) == nil)
    }

    @Test("A JSON body that was cut at the cap is an error that says so")
    func truncated() async throws {
        let error = try await error { _, _ in
            var cut = reply(200, #"[1, 2"#)
            cut.isTruncated = true
            return cut
        }
        #expect(error?.kind == .malformedBody)
        #expect(error?.userMessage.contains("too large") == true)
    }

    @Test("A redirect nobody followed and 304 are failures, not data")
    func redirects() async throws {
        #expect(try await error(answer(304))?.kind == .status)
        #expect(try await error(answer(302, #"{"a": 1}"#))?.status == 302)
    }
}
