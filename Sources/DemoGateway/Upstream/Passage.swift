import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ReplyHeads

/// A request to the upstream and its reply, piece by piece. Neither side is read faster than the other one takes it.
///
/// Confined to the loop of the client's connection, which makes it sendable.
final class Passage: HTTPClientResponseDelegate, @unchecked Sendable {
    typealias Response = Void

    /// The receiver of a reply. Called on the loop.
    protocol Receiver: AnyObject {
        func passageDidBegin(_ passage: Passage, _ head: HTTPResponseHead)
        /// Returns true if more may be sent at once.
        func passage(_ passage: Passage, didReceive bytes: ByteBuffer) -> Bool
        func passageDidTakeUpload(_ passage: Passage)
        func passageDidEnd(_ passage: Passage)
        func passageDidFail(_ passage: Passage, _ error: any Error)
    }

    private let loop: any EventLoop
    private weak var receiver: (any Receiver)?
    private var task: HTTPClient.Task<Void>?
    private var writer: HTTPClient.Body.StreamWriter?
    private var uploadDone: EventLoopPromise<Void>?
    private var queue = CircularBuffer<ByteBuffer>()
    private var unsent = 0
    private var hasWholeUpload = false
    private var resume: EventLoopPromise<Void>?
    private var timer: Scheduled<Void>?
    private let patience: TimeAmount
    private(set) var hasHead = false
    /// The bytes of the reply still to come, if their number is known.
    private var missing = 0
    private var isOver = false
    /// The part of the reply for the journal.
    private(set) var kept: [UInt8] = []
    /// True if `kept` is only the beginning.
    private(set) var isCut = false

    /// Bytes that may wait for the upstream before the client is no longer read.
    private static let uploadLimit = 64 << 10
    private static let keptLimit = 256 << 10

    init(_ receiver: any Receiver, on loop: any EventLoop, patience: TimeAmount) {
        self.receiver = receiver
        self.loop = loop
        self.patience = patience
    }

    func start(_ request: HTTPClient.Request, with client: HTTPClient) {
        // A connection bound to a loop would be used once and closed; only the callbacks must run here.
        task = client.execute(request: request, delegate: self, eventLoop: .delegate(on: loop))
    }

    /// A streamed body.
    ///
    /// - Parameter length: in bytes; nil if unknown.
    func body(length: Int?) -> HTTPClient.Body {
        .stream(contentLength: length.map(Int64.init)) { [self] writer in
            let done = loop.makePromise(of: Void.self)
            self.writer = writer
            uploadDone = done
            pump()
            return done.futureResult
        }
    }

    // MARK: To the upstream

    /// True if more of the request's body is wanted now.
    var takesMore: Bool { unsent < Self.uploadLimit || isOver }

    func upload(_ bytes: ByteBuffer) {
        guard !isOver else { return }
        unsent += bytes.readableBytes
        queue.append(bytes)
        pump()
        if !takesMore, timer == nil { waitForServer() }
    }

    /// The body was read completely.
    func endUpload() {
        hasWholeUpload = true
        pump()
        waitForServer()
    }

    /// Sends a collected body in parts: each accepted part shows that the server is still reading.
    func upload(whole body: [UInt8]) {
        var rest = ByteBuffer(bytes: body)
        while let part = rest.readSlice(length: min(rest.readableBytes, Self.uploadLimit)), part.readableBytes > 0 {
            upload(part)
        }
        endUpload()
    }

    private func pump() {
        guard let writer, let uploadDone, !isOver else { return }
        while let bytes = queue.popFirst() {
            let count = bytes.readableBytes
            writer.write(.byteBuffer(bytes)).whenComplete { [self] result in
                unsent -= count
                guard case .success = result else { return }
                if timer != nil { takesMore && !hasWholeUpload ? stopWaiting() : waitForServer() }
                receiver?.passageDidTakeUpload(self)
            }
        }
        if hasWholeUpload {
            self.uploadDone = nil
            uploadDone.succeed(())
        }
    }

    // MARK: From the upstream

    func didSendRequest(task: HTTPClient.Task<Void>) { waitForServer() }

    /// Starts the server's time-out: it must read more of the body, or answer.
    private func waitForServer() {
        stopWaiting()
        guard !hasHead, !isOver else { return }
        timer = loop.scheduleTask(in: patience) { [self] in
            fail(HTTPClientError.readTimeout)
            task?.cancel()
        }
    }

    private func stopWaiting() {
        timer?.cancel()
        timer = nil
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        hasHead = true
        missing = head.headers.first(name: "Content-Length").flatMap(Int.init) ?? 0
        stopWaiting()
        if !isOver { receiver?.passageDidBegin(self, head) }
        return loop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        guard !isOver, let receiver else { return loop.makeSucceededVoidFuture() }
        missing = max(0, missing - buffer.readableBytes)
        let room = Self.keptLimit - kept.count
        if room > 0 { kept += buffer.readableBytesView.prefix(room) }
        isCut = isCut || buffer.readableBytes > room
        if receiver.passage(self, didReceive: buffer) { return loop.makeSucceededVoidFuture() }
        let promise = loop.makePromise(of: Void.self)
        resume = promise
        return promise.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        finish { $0.passageDidEnd(self) }
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        if error is EarlyReply, missing == 0 { finish { $0.passageDidEnd(self) } } else { fail(error) }
    }

    /// The client accepts more.
    func readOn() {
        // Released first: the next part may arrive synchronously, and wait in turn.
        let waiting = resume
        resume = nil
        waiting?.succeed(())
    }

    /// The client is gone.
    func cancel() {
        finish { _ in }
        task?.cancel()
    }

    private func fail(_ error: any Error) {
        finish { $0.passageDidFail(self, error) }
    }

    private func finish(_ tell: (any Receiver) -> Void) {
        guard !isOver else { return }
        isOver = true
        stopWaiting()
        queue.removeAll()
        uploadDone?.fail(HTTPClientError.cancelled)
        uploadDone = nil
        if let receiver { tell(receiver) }
        receiver = nil
        readOn()
    }
}
