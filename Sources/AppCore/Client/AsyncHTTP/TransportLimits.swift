/// Deadlines and caps of an exchange; the defaults are in Documentation/Reference/Limits.md, "Live calls".
package struct TransportLimits: Sendable, Hashable {
    /// Longest wait for a connection.
    package var connect: Duration
    /// Longest wait for the head of the reply, from the start of the exchange or of a redirect.
    package var firstByte: Duration
    /// Longest silence inside a body.
    package var idle: Duration
    /// Longest exchange, redirects included.
    package var total: Duration
    /// Bytes kept of a body, after decompression; the rest is not read.
    package var body: Int
    /// Redirects followed.
    package var redirects: Int

    /// Creates limits.
    package init(
        connect: Duration = .seconds(5),
        firstByte: Duration = .seconds(15),
        idle: Duration = .seconds(10),
        total: Duration = .seconds(30),
        body: Int = 64 << 20,
        redirects: Int = 10
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
        self.body = body
        self.redirects = redirects
    }
}
