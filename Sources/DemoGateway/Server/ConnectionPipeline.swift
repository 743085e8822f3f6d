import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// The protocol below HTTP.
enum Transport: Sendable {
    case plain, tls
    /// Without TLS, on a port for HTTPS.
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
            longestLine: service.limits.requestLine, upgradingTo: transport == .plain ? self : nil)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = service.limits.headerField
        limits.maxHeaderListSize = service.limits.headerList
        limits.maxHeaderFieldCount = service.limits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(watch)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(ConnectionHandler(service, transport, watch: watch, on: channel.eventLoop))
    }

    func addHTTP2(to channel: any Channel, _ transport: Transport) throws {
        guard service.admit() else { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [service] _ in service.release() }
        let loop = channel.eventLoop
        let manager = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: loop,
            configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
        let bytes = HTTP2Bytes()
        let ending = HTTP2Ending(bytes, service.log, service.limits)
        let shared = NIOLoopBound((date: DateText(), clock: StreamClock(on: loop)), eventLoop: loop)
        let http2 = NIOHTTP2Handler(
            mode: .server, eventLoop: loop, connectionConfiguration: connectionConfiguration,
            streamConfiguration: streamConfiguration,
            streamDelegate: HTTP2Streams(
                manager: manager.http2StreamDelegate, ending: NIOLoopBound(ending, eventLoop: loop))
        ) { [service] stream in
            stream.eventLoop.makeCompletedFuture {
                let pipeline = stream.pipeline.syncOperations
                let codec = HTTP2FramePayloadToHTTP1ServerCodec()
                try pipeline.addHandler(StreamAuthority(scheme: transport.scheme))
                try pipeline.addHandler(codec)
                try pipeline.addHandler(
                    ConnectionHandler(
                        service, transport, codec: pipeline.context(handler: codec), date: shared.value.date,
                        clock: shared.value.clock, on: loop))
            }
        }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(bytes)
        try pipeline.addHandler(http2)
        try pipeline.addHandler(manager)
        try pipeline.addHandler(ending)
        // The connection is active already; its manager waits for the event to start its timer.
        if channel.isActive { try pipeline.context(handler: http2).fireChannelActive() }
    }

    private var connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
            HTTP2Setting(parameter: .maxHeaderListSize, value: service.limits.headerList),
            HTTP2Setting(parameter: .initialWindowSize, value: Self.streamWindow),
        ]
        configuration.targetWindowSize = 4 * Self.streamWindow
        return configuration
    }

    private var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.targetWindowSize = Self.streamWindow
        configuration.outboundBufferSizeHighWatermark = 64 << 10
        configuration.outboundBufferSizeLowWatermark = 32 << 10
        return configuration
    }

    /// Bytes of a body that a client may send ahead.
    private static let streamWindow = 256 << 10
}
