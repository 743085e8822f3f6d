import NIOCore
import NIOHTTP1
import NIOSSL

/// The protocol below HTTP.
enum Transport: Sendable {
    case plain, tls
    /// Plain, on a port for HTTPS.
    case stray

    var scheme: String { self == .tls ? "https" : "http" }
}

/// Sets up the handlers of a client's connection.
struct ConnectionPipeline: Sendable {
    private let service: GatewayService
    private let connections: Connections
    /// Nil for a port without TLS.
    private let tls: NIOSSLContext?

    init(_ service: GatewayService, _ connections: Connections, tls: NIOSSLContext?) {
        self.service = service
        self.connections = connections
        self.tls = tls
    }

    func begin(on channel: any Channel) throws {
        connections.insert(channel)
        guard let tls else { return try addHTTP1(to: channel, .plain) }
        let opening = TLSOpening(self, tls, service.log, patience: TimeAmount(service.limits.headTime))
        try channel.pipeline.syncOperations.addHandler(opening)
    }

    func addHTTP1(to channel: any Channel, _ transport: Transport) throws {
        let watch = ByteWatch(
            longestLine: service.limits.requestLine, upgradingTo: transport == .tls ? nil : (self, transport))
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = service.limits.headerField
        limits.maxHeaderListSize = service.limits.headerList
        limits.maxHeaderFieldCount = service.limits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(watch)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(HTTP1Connection(service, transport, watch: watch, on: channel.eventLoop))
    }

    func addHTTP2(to channel: any Channel, _ transport: Transport) throws {
        guard service.admit() else { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [service] _ in service.release() }
        let bytes = HTTP2Bytes()
        let connection = HTTP2Connection(service, transport, bytes, on: channel.eventLoop)
        try channel.pipeline.syncOperations.addHandlers(bytes, connection.codec, connection)
    }
}
