import DemoManager
import HTTPTypes
import NIOCore
import Recordings
import WireFormats

/// One request of a connection, from its head to the last byte of its response. Confined to the connection's thread.
final class Turn {
    /// The use of the request's body.
    enum Intake {
        /// Collected, for a decision that needs it.
        case collecting(ByteBuffer)
        /// Forwarded as it arrives.
        case uploading(UpstreamRequest)
        /// Discarded; the number of bytes so far.
        case discarding(Int)
    }

    /// The remaining output.
    enum Output {
        /// Undecided, or delayed.
        case waiting
        /// The head was sent; the body from the offset on follows.
        case body([UInt8], sent: Int)
        /// The head was sent; pieces follow, each after its pause.
        case pieces
        /// The request was sent to the upstream, or its reply is being forwarded.
        case forwarded(UpstreamRequest)
        /// A WebSocket to the upstream is being opened.
        case opening(UpstreamSocket)
        /// Everything was sent.
        case done
    }

    /// The head; nil for an unreadable request.
    var head: RequestHead?
    /// True if the response must not have a body.
    let isHead: Bool
    /// True if the client understands chunks.
    let isHTTP11: Bool
    let began = ContinuousClock.now
    var intake = Intake.discarding(0)
    var output = Output.waiting
    /// True from the head to a decision that does not need the body, which is not read until then.
    var isUndecided = false
    /// True while it is unknown if a stream has a body, which no header needs to announce.
    var awaitsBody = false
    var hasWholeRequest = false
    /// True if the connection stays open after the response.
    var keepsAlive: Bool
    /// True if the client waits for `100 Continue`.
    var owesContinue: Bool
    var isChunked = false
    /// Set once the engine decides.
    var routed: RoutedRequest?
    var act: Act?
    /// The request's body, if callbacks may need it.
    var sentBody: [UInt8]?
    /// A running delay, or a pause between pieces.
    var timer: Scheduled<Void>?
    /// The deadline of a collected body.
    var bodyDeadline = NIODeadline.distantFuture
    /// True once the client left.
    let isAbandoned = Lock(false)
    /// Headers of every response.
    var extraHeaders = HTTPFields()
    /// For the log.
    var status = 0
    var outcome = GatewayReply.Outcome.refused
    /// The gateway's own response, if it gave one.
    var notice: ExchangeOutcome.Notice?
    /// The forwarded request.
    var outgoing: OutgoingRequest?
    /// True if it may be sent again after the server did not receive it.
    var canRepeat = false
    var hasAnswerBegun = false
    /// The connection of an open stream, which ends when a switch would change the response.
    var streamChannel: (any Channel)?
    /// The policy under which the request passed; nil for a stub.
    var policy: UnmatchedPolicy?
    /// The reason for the early end of a response, for the log.
    var ending: String?
    /// The number of bytes sent of a paced body.
    var sentCount = 0
    /// The received part of the server's reply, for the journal.
    var passed: ExchangeOutcome?
    /// The held request or reply; kept when the call continues, so that a request is held once.
    var heldAs: ExchangeID?
    /// True if the user requested to hold the reply.
    var holdsReply = false
    /// A server's reply that is being collected to be held.
    var collected: PassedReply?
    /// Records the server's reply.
    var recording: ReplyRecording?
    /// The reason for ending without a response, for the log and the journal.
    var failure: String?
    /// The sentence of the gateway's own refusal, for the log.
    var refusal: String?
    /// A description of the proxy or socket that the request is sent through; nil for neither.
    var way: String?

    init(_ head: RequestHead?) {
        self.head = head
        isHead = head?.request.method == .head
        isHTTP11 = head?.isHTTP11 ?? true
        keepsAlive = head?.keepsAlive ?? false
        owesContinue = head?.expectsContinue ?? false
    }

    /// Ends the exchange with the upstream, if any.
    func cancelPassing() {
        switch output {
        case .forwarded(let forwarded): forwarded.cancel()
        case .opening(let socket): socket.cancel()
        case .waiting, .body, .pieces, .done: break
        }
    }

    var isDone: Bool { if case .done = output { true } else { false } }
    /// True if no part of a response was sent yet.
    var isUnanswered: Bool {
        switch output {
        case .waiting, .opening: true
        case .forwarded: !hasAnswerBegun
        case .body, .pieces, .done: false
        }
    }
}
