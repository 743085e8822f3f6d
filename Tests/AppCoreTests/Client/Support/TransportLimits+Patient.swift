import AppCore

extension TransportLimits {
    /// No deadline that a busy machine would reach: for tests that are about something else.
    static let patient = patient()

    /// The same, with another cap of a body.
    static func patient(body: Int = 64 << 20) -> TransportLimits {
        TransportLimits(
            connect: .seconds(600), firstByte: .seconds(600), idle: .seconds(600), total: .seconds(600), body: body)
    }
}
