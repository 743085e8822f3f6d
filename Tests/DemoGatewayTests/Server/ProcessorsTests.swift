import Testing

@testable import DemoGateway

@Suite("Processors") struct ProcessorsTests {
    @Test(
        "The mask of allowed processors gives their number",
        arguments: [
            ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2), ("Cpus_allowed:\tff,00000001\n", 9),
            ("Name:\tx\n", nil),
        ])
    func mask(_ status: String, _ expected: Int?) { #expect(Processors.allowed(status) == expected) }

    @Test("There is at least one processor") func one() { #expect(Processors.count >= 1) }
}
