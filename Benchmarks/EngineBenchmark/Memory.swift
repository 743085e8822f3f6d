import DemoManager
import Foundation

/// Memory that 10,000 stubs take, as far as the system tells (`VmRSS` of Linux).
enum Memory {
    static func run() throws {
        guard let before = try resident() else { return }
        let stubs = try Case.exactHit.stubs(10_000)
        let described = try resident() ?? before
        let manager = DemoManager(configuration: .init(journal: .init(entries: 0)))
        manager.isEnabled = true
        try manager.add(stubs)
        decide(manager, Case.exactHit.requests(size: 10_000), Call(id: 1, mode: .demo), count: 16)
        let after = try resident() ?? described
        var table = Table(titles: ["memory of 10,000 stubs", "MB"])
        table.rows.append(["the stubs themselves", Shown.number(Double(described - before) / 1_024)])
        table.rows.append(["with the store", Shown.number(Double(after - before) / 1_024)])
        print("### Memory\n\n\(table.text)\n")
    }

    /// Kilobytes; nil where there is no such file.
    private static func resident() throws -> Int? {
        guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return nil }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
