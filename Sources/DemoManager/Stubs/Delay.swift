#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How long a reply waits before its head: a fixed time, and a random one on top.
public struct Delay: Sendable, Hashable {
    /// A random time. WireMock's `delayDistribution`.
    public enum Distribution: Sendable, Hashable {
        /// Evenly distributed.
        case uniform(ClosedRange<Duration>)
        /// Log-normal with this median; sigma is the spread of the logarithm, and nothing exceeds `maximum`.
        case lognormal(median: Duration, sigma: Double, maximum: Duration?)
    }

    /// What every answer waits.
    public var fixed: Duration
    /// What is drawn anew for every answer and added.
    public var random: Distribution?

    /// A delay.
    public init(fixed: Duration = .zero, random: Distribution? = nil) {
        self.fixed = fixed
        self.random = random
    }

    /// No delay.
    public static let none = Delay()
    /// Always the same delay.
    public static func fixed(_ duration: Duration) -> Delay { Delay(fixed: duration) }

    /// One delay of this kind, from `generator`.
    func drawn(using generator: inout some RandomNumberGenerator) -> Duration {
        fixed + (random?.drawn(using: &generator) ?? .zero)
    }
}

extension Delay.Distribution {
    fileprivate func drawn(using generator: inout some RandomNumberGenerator) -> Duration {
        switch self {
        case .uniform(let range):
            let share = Double.random(in: 0...1, using: &generator)
            return range.lowerBound + (range.upperBound - range.lowerBound) * share
        case .lognormal(let median, let sigma, let maximum):
            // Box-Muller; `1 - x` keeps the logarithm away from zero.
            let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
            let normal = radius * cos(2 * Double.pi * Double.random(in: 0..<1, using: &generator))
            // An hour is past every deadline and keeps the product finite.
            let longest = min(maximum ?? .seconds(3_600), .seconds(3_600))
            let factor = exp(sigma * normal)
            guard factor.isFinite, factor < 1e9 else { return longest }
            return min(median * factor, longest)
        }
    }
}
