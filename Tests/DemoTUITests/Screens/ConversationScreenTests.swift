import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Messages")
struct ConversationScreenTests {
    private func conversation(_ app: Harness) -> ConversationScreen? { app.state.mainPanel as? ConversationScreen }

    @Test("a message that was taken with a bare 201 stands at the bottom without a reload")
    func compose() async throws {
        try await Harness.run { app in
            await app.press("3", "a")
            await app.type("See you at four.")
            let before = app.exchanges.count
            await app.press("Enter")
            #expect(app.screen.contains("See you at four."))
            #expect(app.footer.contains("Sent."))
            #expect(app.exchanges.count == before + 1)
            #expect(conversation(app)?.draft.isEmpty == true)
        }
    }

    @Test("an empty message is not sent")
    func emptyMessage() async throws {
        try await Harness.run { app in
            await app.press("3", "a")
            let before = app.exchanges.count
            await app.press("Enter")
            #expect(app.screen.contains("Type a message first.") && app.exchanges.count == before)
        }
    }

    @Test("a failed send keeps the typed text and Enter sends it again")
    func failedSend() async throws {
        try await Harness.run { app in
            await app.press("3")
            app.manager.setCondition(.forbidden, forOperation: "sendMessage")
            await app.press("a")
            await app.type("Hello")
            await app.press("Enter")
            #expect(app.screen.contains("Not sent:"), "\(app.screen)")
            #expect(app.words.contains("Your text is kept"), "\(app.screen)")
            #expect(conversation(app)?.draft.text == "Hello")
            app.manager.setCondition(nil, forOperation: "sendMessage")
            await app.press("Enter")
            #expect(app.footer.contains("Sent."), "\(app.screen)")
        }
    }

    @Test("a deletion asks first; n keeps the message, y deletes it")
    func delete() async throws {
        try await Harness.run { app in
            await app.press("3", "x")
            #expect(app.screen.contains("Delete this message [demo]?"))
            await app.press("n")
            #expect(conversation(app)?.list.rows.count == 14)
            await app.press("x", "y")
            #expect(conversation(app)?.list.rows.count == 13 && app.footer.contains("Deleted."))
            #expect(!app.screen.contains("On my way down"))
        }
    }

    @Test("a deletion that failed keeps the message and says so")
    func failedDelete() async throws {
        try await Harness.run { app in
            await app.press("3")
            app.manager.setCondition(.forbidden, forOperation: "deleteMessage")
            await app.press("x", "y")
            // What the footer cannot hold stands above it, to its end.
            #expect(app.words.contains("Not deleted:") && conversation(app)?.list.rows.count == 14)
            #expect(app.words.contains("Ask for permission, or use another account."), "\(app.screen)")
        }
    }

    @Test("a failed send after a deletion that was not confirmed is a failed send")
    func sendAfterCancelledDelete() async throws {
        try await Harness.run { app in
            await app.press("3", "x", "n")
            app.manager.setCondition(.forbidden, forOperation: "sendMessage")
            await app.press("a")
            await app.type("Hello")
            await app.press("Enter")
            #expect(app.screen.contains("Not sent:"), "\(app.screen)")
            #expect(conversation(app)?.sending.isLoading == false)
        }
    }

    @Test("a reload does not break off a message on its way")
    func reloadWhileSending() async throws {
        try await Harness.run { app in
            try app.stub(.post, "/chats/demo-chat-1/messages", status: 201, after: .milliseconds(200))
            await app.press("3", "a")
            await app.type("On its way")
            app.feed("Enter", "r")
            await app.settle()
            #expect(conversation(app)?.sending.isLoading == false, "\(app.screen)")
            #expect(app.screen.contains("On its way"))
        }
    }

    @Test("a message sent while the list still loads breaks off neither")
    func sendWhileLoading() async throws {
        try await Harness.run { app in
            try app.stub(
                .get, "/chats/demo-chat-1/messages", #"{"data": [], "nextCursor": null, "total": 0}"#,
                after: .milliseconds(200))
            app.feed("3", "a", "H", "i", "Enter")
            await app.settle()
            #expect(conversation(app)?.list.load.isLoading == false, "\(app.screen)")
            #expect(conversation(app)?.sending.isLoading == false)
        }
    }

    @Test("a switch while a message is on its way leaves no message waiting for ever")
    func toggleWhileSending() async throws {
        try await Harness.run { app in
            try app.stub(.post, "/chats/demo-chat-1/messages", status: 201, after: .milliseconds(200))
            await app.press("3", "a")
            await app.type("On its way")
            app.feed("Enter", "D")
            await app.settle()
            #expect(conversation(app)?.sending.isLoading == false, "\(app.screen)")
        }
    }

    @Test("filters go to the API, Esc clears them")
    func filters() async throws {
        try await Harness.run { app in
            await app.press("3", "/", "Tab", "Tab", "Tab")
            await app.type("Noor Haddad")
            await app.press("Enter")
            #expect(app.title.contains("author=Noor Haddad"), "\(app.screen)")
            #expect(app.exchanges.last?.request.path?.contains("author=Noor") == true)
            await app.press("Esc")
            #expect(!app.title.contains("filter:") && conversation(app)?.list.rows.count == 14)
        }
    }

    @Test("a filter that is no date is refused at once")
    func badFilter() async throws {
        try await Harness.run { app in
            await app.press("3", "/", "Tab")
            await app.type("tomorrow")
            let before = app.exchanges.count
            await app.press("Enter")
            #expect(app.screen.contains("Filter Messages") && app.exchanges.count == before)
        }
    }

    @Test("a message can be sent although the messages did not load")
    func sendWithoutList() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/chats/demo-chat-1/messages", status: 500)
            await app.press("3", "a")
            await app.type("Hello")
            await app.press("Enter")
            #expect(app.exchanges.last?.request.method == .post && app.footer.contains("Sent."), "\(app.screen)")
        }
    }

    @Test("a message sent right after a switch goes to the chat of the new mode")
    func sendAfterToggle() async throws {
        try await Harness.run { app in
            await app.press("3", "a")
            await app.type("Hello")
            app.feed("F3", "Enter")
            await app.settle()
            let post = app.exchanges.last { $0.request.method == .post && $0.request.path?.contains("/chats/") == true }
            #expect(post?.mode == .live && post?.request.path?.contains("demo") == false, "\(app.screen)")
        }
    }
}
