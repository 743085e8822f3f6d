import DemoManager
import HTTPTypes
import NIOCore
import Recordings

/// One request of a connection, from its head to the last byte of its answer. Confined to the connection's thread.
final class Turn {
    /// The use of the request's body.
    enum Intake {
        /// Collected, for a decision that needs it.
        case collecting(ByteBuffer)
        /// Forwarded as it arrives.
        case uploading(Passage)
        /// Discarded, with the number of bytes so far.
        case discarding(Int)
    }

    /// The remaining output.
    enum Output {
        /// Undecided, or delayed.
        case waiting
        /// The head was sent; the body from the offset on remains.
        case body([UInt8], sent: Int)
        /// The head was sent; pieces follow at their times.
        case pieces
        /// The upstream is asked, or its reply is forwarded.
        case passage(Passage)
        /// The upstream is asked for a WebSocket.
        case opening(UpstreamSocket)
        /// Everything was sent.
        case done
    }

    /// Nil for an unreadable request.
    var head: RequestHead?
    /// True if the answer must not have a body.
    let isHead: Bool
    /// True if the client understands chunks.
    let isHTTP11: Bool
    let began = ContinuousClock.now
    var intake = Intake.discarding(0)
    var output = Output.waiting
    /// True from the head to a decision that does not need the body; nothing of the body is read until then.
    var isUndecided = false
    /// True while it is open whether a stream has a body, which no header needs to announce.
    var awaitsBody = false
    var hasWholeRequest = false
    /// True if the connection stays open after the answer.
    var keepsAlive: Bool
    /// True if the client waits for `100 Continue`.
    var owesContinue: Bool
    var isChunked = false
    /// Set once the engine is asked.
    var inquiry: Inquiry?
    var act: Act?
    /// The request's body, if callbacks may need it.
    var sentBody: [UInt8]?
    /// A running delay, or a pause between pieces.
    var timer: Scheduled<Void>?
    /// The deadline of a collected body.
    var bodyDeadline = NIODeadline.distantFuture
    /// Headers of every answer.
    var extraHeaders = HTTPFields()
    /// For the log.
    var status = 0
    var outcome = GatewayReply.Outcome.refused
    /// The gateway's own answer, if it gave one.
    var notice: ExchangeOutcome.Notice?
    /// The forwarded request.
    var outgoing: OutgoingRequest?
    /// True if it may be sent again when the server never saw it.
    var canRepeat = false
    var hasAnswerBegun = false
    /// The connection of an open stream, which ends when the switches ask for another answer.
    var streamChannel: (any Channel)?
    /// The policy under which the request passed; nil for a stub.
    var policy: UnmatchedPolicy?
    /// The reason for the early end of an answer, for the log.
    var ending: String?
    /// The sent bytes of a paced body.
    var sentCount = 0
    /// The received part of the server's reply, for the journal.
    var passed: ExchangeOutcome?
    /// The held request or reply; it stays when the call goes on, so that a request is held once.
    var heldAs: ExchangeID?
    /// True if a person asked to hold the reply.
    var holdsReply = false
    /// A server's reply that is collected to be held.
    var collected: PassedReply?
    /// Records the server's reply.
    var recording: ReplyRecording?
    /// The reason for ending without an answer, for the log and the journal.
    var failure: String?
    /// The proxy or socket that the request is passed through, in words; nil for neither.
    var way: String?

    init(_ head: RequestHead?) {
        self.head = head
        isHead = head?.request.method == .head
        isHTTP11 = head?.isHTTP11 ?? true
        keepsAlive = head?.keepsAlive ?? false
        owesContinue = head?.expectsContinue ?? false
    }

    /// Ends the exchange with the upstream, if there is one.
    func cancelPassing() {
        switch output {
        case .passage(let passage): passage.cancel()
        case .opening(let socket): socket.cancel()
        case .waiting, .body, .pieces, .done: break
        }
    }

    var isDone: Bool { if case .done = output { true } else { false } }
    /// True if the client was sent nothing of an answer yet.
    var isUnanswered: Bool {
        switch output {
        case .waiting, .opening: true
        case .passage: !hasAnswerBegun
        case .body, .pieces, .done: false
        }
    }
}
