#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Delay {
    /// One delay of this kind.
    func drawn() -> Duration {
        var generator = SystemRandomNumberGenerator()
        return drawn(using: &generator)
    }

    /// One delay of this kind, from `generator`.
    func drawn(using generator: inout some RandomNumberGenerator) -> Duration {
        switch self {
        case .none: return .zero
        case .fixed(let duration): return duration
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

    /// An equal wait, longer by `duration`.
    func extended(by duration: Duration) -> Delay {
        switch self {
        case .none: .fixed(duration)
        case .fixed(let own): .fixed(own + duration)
        case .uniform(let range): .uniform(range.lowerBound + duration...range.upperBound + duration)
        case .lognormal(let median, let sigma, let maximum):
            .lognormal(median: median + duration, sigma: sigma, maximum: maximum.map { $0 + duration })
        }
    }
}
