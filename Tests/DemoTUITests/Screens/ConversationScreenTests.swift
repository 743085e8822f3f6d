import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor @Suite("Messages") struct ConversationScreenTests {
    nonisolated static let walks: [Walk] = [
        Walk(
            "a message accepted with a bare 201 is at the bottom without a reload", .press("3 a"),
            .type("See you at four."), .mark, .press("Enter"), .sees("See you at four."), .footer("Sent."), .calls(1),
            .holds { $0.conversation?.draft.isEmpty == true }),
        Walk(
            "Tab leaves the input, and letters are keys again", on: .stage(columns: 100), .press("3 a"), .type("one"),
            .footer("Tab messages"), .press("Tab j"),
            .holds { $0.conversation?.draft.text == "one" && $0.conversation?.isTyping == false }, .press("Tab a"),
            .type("s"), .holds { $0.conversation?.draft.text == "ones" }),
        Walk(
            "an empty message is not sent", .press("3 a"), .mark, .press("Enter"), .sees("Type a message first."),
            .calls(0)),
        Walk(
            "a failed send keeps the typed text and Enter sends it again", .press("3"),
            .condition(.forbidden, "sendMessage"), .press("a"), .type("Hello"), .press("Enter"), .sees("Not sent:"),
            .reads("Your text is kept"), .holds { $0.conversation?.draft.text == "Hello" },
            .condition(nil, "sendMessage"), .press("Enter"), .footer("Sent.")),
        Walk(
            "a deletion asks first; n keeps the message, y deletes it", .press("3 x"),
            .sees("Delete this message in the demo data?"), .press("n"),
            .holds { $0.conversation?.list.rows.count == 14 },
            .press("x y"), .holds { $0.conversation?.list.rows.count == 13 }, .footer("Deleted."),
            .lacks("On my way down")),
        Walk(
            "a deletion that failed keeps the message and says so", .press("3"),
            .condition(.forbidden, "deleteMessage"), .press("x y"), .reads("Not deleted:"),
            .holds { $0.conversation?.list.rows.count == 14 }, .reads("Ask for permission, or use another account.")),
        Walk(
            "a failed send after a cancelled deletion is reported as a failed send", .press("3 x n"),
            .condition(.forbidden, "sendMessage"), .press("a"), .type("Hello"), .press("Enter"), .sees("Not sent:"),
            .holds { $0.conversation?.sending.isLoading == false }),
        Walk(
            "a reload does not cancel a message that is being sent",
            .stub(.post, "/chats/demo-chat-1/messages", status: 201, after: .milliseconds(200)), .press("3 a"),
            .type("On its way"), .feed("Enter r"), .settle, .holds { $0.conversation?.sending.isLoading == false },
            .sees("On its way")),
        Walk(
            "a message sent while the list loads cancels neither",
            .stub(.get, "/chats/demo-chat-1/messages", #"{"data": [], "total": 0}"#, after: .milliseconds(200)),
            .feed("3 a H i Enter"), .settle, .holds { $0.conversation?.list.load.isLoading == false },
            .holds { $0.conversation?.sending.isLoading == false }),
        Walk(
            "a switch of the mode while a message is sent leaves none waiting",
            .stub(.post, "/chats/demo-chat-1/messages", status: 201, after: .milliseconds(200)), .press("3 a"),
            .type("On its way"), .feed("Enter D"), .settle, .holds { $0.conversation?.sending.isLoading == false }),
        Walk(
            "filters go to the API, Esc clears them", .press("3 / Tab Tab Tab"), .type("Noor Haddad"), .press("Enter"),
            .title("Author Noor Haddad"),
            .holds { $0.exchanges.last?.request.path?.contains("author=Noor") == true },
            .press("Esc"), .title(lacks: "filter:"), .holds { $0.conversation?.list.rows.count == 14 }),
        Walk(
            "a filter that is not a date is refused at once", .press("3 / Tab"), .type("someday"), .mark,
            .press("Enter"), .sees("Filter Messages"), .calls(0)),
        Walk(
            "a message can be sent although the messages did not load",
            .stub(.get, "/chats/demo-chat-1/messages", status: 500), .press("3 a"), .type("Hello"), .press("Enter"),
            .called(.post), .footer("Sent.")),
        Walk(
            "a message sent right after a switch goes to the chat of the new mode", .press("3 a"), .type("Hello"),
            .feed("F3 Enter"), .settle,
            .holds { app in
                let post = app.exchanges.last {
                    $0.request.method == .post && $0.request.path?.contains("/chats/") == true
                }
                return post?.mode == .live && post?.request.path?.contains("demo") == false
            }),
    ]

    @Test("Messages work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}
