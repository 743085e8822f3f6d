import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ReplyHeads

/// A request to the upstream and its reply, piece by piece. Neither side is read faster than the other accepts.
///
/// Confined to the loop of the client's connection, which makes it sendable.
final class UpstreamRequest: @unchecked Sendable {
    private let loop: any EventLoop
    private let head: HTTPRequestHead
    private weak var receiver: ConnectionHandler?
    private var end: UpstreamEnd?
    private var queue = CircularBuffer<ByteBuffer>()
    private var unsent = 0
    private var hasWholeUpload = false
    /// True while the server must read more of the body, or respond.
    private var isServersTurn = false
    private let patience: TimeAmount
    private(set) var hasHead = false
    private(set) var isOver = false
    /// The kept part of the reply, for the journal.
    private(set) var kept: [UInt8] = []
    /// True if `kept` is only the beginning.
    private(set) var isCut = false

    /// The number of bytes that may wait for the upstream before reading from the client is suspended.
    private static let uploadLimit = 64 << 10
    private static let keptLimit = 256 << 10

    /// - Parameter head: the head with the framing of the body.
    init(_ head: HTTPRequestHead, _ receiver: ConnectionHandler, on loop: any EventLoop, patience: TimeAmount) {
        (self.head, self.receiver, self.loop, self.patience) = (head, receiver, loop, patience)
    }

    /// Sends the request on a connection.
    func begin(on end: UpstreamEnd) {
        guard !isOver else { return end.cancel() }
        self.end = end
        end.begin(head, self)
        pump()
        if hasWholeUpload || !takesMore { waitForServer() }
    }

    // MARK: To the upstream

    /// True if more of the request's body is needed now.
    var takesMore: Bool { unsent < Self.uploadLimit || isOver }

    func upload(_ bytes: ByteBuffer) {
        guard !isOver else { return }
        unsent += bytes.readableBytes
        queue.append(bytes)
        pump()
        if !takesMore, !isServersTurn { waitForServer() }
    }

    /// Called when the body was read completely.
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
        guard let end, !isOver else { return }
        while let bytes = queue.popFirst() {
            let count = bytes.readableBytes
            let written = loop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenComplete { [self] result in
                unsent -= count
                guard case .success = result, !isOver else { return }
                if isServersTurn { takesMore && !hasWholeUpload ? stopWaiting() : waitForServer() }
                receiver?.upstreamRequestDidTakeUpload(self)
            }
            end.write(bytes, written)
        }
        if isOver { return }
        if hasWholeUpload { end.endRequest() } else { end.flush() }
    }

    // MARK: From the upstream

    /// Starts the server's time-out: it must read more of the body, or respond.
    private func waitForServer() {
        guard !hasHead, !isOver, let end else { return }
        isServersTurn = true
        end.expect(after: patience)
    }

    private func stopWaiting() {
        isServersTurn = false
        end?.expectNothing()
    }

    func receive(_ head: HTTPResponseHead) {
        hasHead = true
        stopWaiting()
        receiver?.upstreamRequestDidBegin(self, head)
    }

    /// Returns true if more may be read at once.
    func receive(_ bytes: ByteBuffer) -> Bool {
        guard let receiver else { return true }
        let room = Self.keptLimit - kept.count
        if room > 0 { kept += bytes.readableBytesView.prefix(room) }
        isCut = isCut || bytes.readableBytes > room
        return receiver.upstreamRequest(self, didReceive: bytes)
    }

    /// Called when the reply is complete.
    func endReply() { finish { $0.upstreamRequestDidEnd(self) } }

    /// Called when the client accepts more.
    func readOn() { end?.readOn() }

    /// Called when the client disconnected.
    func cancel() {
        let end = end
        finish { _ in }
        end?.cancel()
    }

    func fail(_ error: any Error) { finish { $0.upstreamRequestDidFail(self, error) } }

    private func finish(_ tell: (ConnectionHandler) -> Void) {
        guard !isOver else { return }
        isOver = true
        end = nil
        queue.removeAll()
        let receiver = receiver
        self.receiver = nil
        if let receiver { tell(receiver) }
    }
}

/// The reason for a missing reply of a server, with the gateway's status (RFC 9110 sections 15.6.3 and 15.6.5).
struct UpstreamProblem: Hashable, Sendable {
    let status: Int
    /// A few words.
    let reason: String
    /// True if the request met a kept connection that the server had closed, or none at all: it may be sent again.
    let isStaleConnection: Bool

    init(_ error: any Error) {
        let failure = TransportFailure(error)
        isStaleConnection = failure == .staleConnection
        status =
            switch failure {
            case .connectTimeout, .idleTimeout, .totalTimeout, .silence: 504
            default: 502
            }
        reason =
            switch failure {
            case .connectTimeout, .silence: "it does not answer at all"
            case .idleTimeout, .totalTimeout: "it did not reply in time"
            case .refused: "nothing listens there"
            case .reset: "it reset the connection"
            case .unreachable: "it is unreachable"
            case .unknownHost: "its name is not known"
            case .closedEarly, .staleConnection: "it closed the connection without a reply"
            case .untrusted: "its certificate is not trusted; name its authority with --cacert"
            case .certificateRequired: "it asks for a certificate; name yours with --client-certificate"
            case .wrongName: "its certificate is for other names than the one in --upstream"
            case .plainText: "it does not speak TLS; try http instead of https"
            case .tls: "TLS failed"
            case .largeHead: "the head of its reply is too large"
            case .partialReply: "it broke off in the middle of its reply"
            case .invalidReply: "its reply is not valid HTTP"
            case .proxyAuthentication: "the proxy asks for a user and a password; write them into its URL"
            case .proxyRefusal: "the proxy lets no connection to it through"
            case .cancelled, .invalidRequest, .other:
                (error as? UpstreamSocket.Failure)?.reason ?? (error as? HTTPClientError)?.shortDescription
                    ?? "the connection failed"
            }
    }
}
