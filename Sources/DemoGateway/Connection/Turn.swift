import DemoManager
import HTTPTypes
import NIOCore
import Recordings

/// One request of a connection, from its head to the last byte of its answer. Belongs to the connection's thread.
final class Turn {
    /// What becomes of the request's body.
    enum Intake {
        /// It is gathered, for a decision that needs it.
        case collecting(ByteBuffer)
        /// It is sent on as it comes.
        case uploading(Passage)
        /// Nobody wants it; so many bytes came.
        case discarding(Int)
    }

    /// What is still to be sent of the answer.
    enum Output {
        /// Nothing was decided yet, or a delay runs.
        case waiting
        /// The head went out; of the body everything behind the offset is left.
        case body([UInt8], sent: Int)
        /// The head went out; pieces follow at their times.
        case pieces
        /// The upstream is asked, or its answer is passed on.
        case passage(Passage)
        /// Everything went out.
        case done
    }

    /// Nil for what could not be read as a request.
    let head: RequestHead?
    /// Whether the answer is to have no body.
    let isHead: Bool
    /// Whether the client understands chunks.
    let isHTTP11: Bool
    let began = ContinuousClock.now
    var intake = Intake.discarding(0)
    var output = Output.waiting
    /// True from the head to a decision that does not need the body: until then nothing of that is read.
    var isUndecided = false
    /// Whether the whole request was read.
    var hasWholeRequest = false
    /// Whether the connection stays after the answer.
    var keepsAlive: Bool
    /// Whether the client still waits to be told to send its body.
    var owesContinue: Bool
    /// Whether the body goes out in chunks.
    var isChunked = false
    /// The request as the engine knows it, once it was asked.
    var inquiry: Inquiry?
    var act: Act?
    /// A delay or a pause between pieces that runs.
    var timer: Scheduled<Void>?
    /// When a collected body has to be there.
    var bodyDeadline = NIODeadline.distantFuture
    /// Headers every answer gets.
    var extraHeaders = HTTPFields()
    /// The answer's status, for the log.
    var status = 0
    var outcome = GatewayReply.Outcome.refused
    /// What the gateway itself answered, if it did.
    var notice: ExchangeOutcome.Notice?
    /// What leaves for the server, if it does.
    var outgoing: OutgoingRequest?
    /// Whether it may be sent again where the server never saw it.
    var canRepeat = false
    /// Whether the head of the answer went out.
    var hasAnswerBegun = false
    /// What was seen of the server's reply.
    var passed: SeenReply?
    /// Takes the server's reply down, where it is recorded.
    var recording: ReplyRecording?
    /// Why it ended without an answer, for the log and the journal.
    var failure: String?

    init(_ head: RequestHead?) {
        self.head = head
        isHead = head?.request.method == .head
        isHTTP11 = head?.isHTTP11 ?? true
        keepsAlive = head?.keepsAlive ?? false
        owesContinue = head?.expectsContinue ?? false
    }

    var isDone: Bool { if case .done = output { true } else { false } }
    /// Whether the client was sent nothing of an answer yet.
    var isUnanswered: Bool {
        switch output {
        case .waiting: true
        case .passage: !hasAnswerBegun
        case .body, .pieces, .done: false
        }
    }
}
