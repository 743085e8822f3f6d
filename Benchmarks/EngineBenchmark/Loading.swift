import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes

/// How long 10,000 stubs take to register and to load.
enum Loading {
    private static let size = 10_000

    static func run(_ arguments: Arguments) throws {
        var table = Table(titles: ["10,000 stubs", "s", "aim", ""])
        func row(_ title: String, aim: Double, _ body: () throws -> Double) rethrows {
            let seconds = Measure.median(try (0..<min(5, arguments.rounds)).map { _ in try body() }) / 1e9
            table.rows.append([title, Shown.number(seconds), "< \(aim) s", Shown.verdict(seconds < aim)])
        }
        try row("stub(request), one by one", aim: 0.2) {
            let manager = DemoManager()
            let requests = (0..<size).map { Case.exactHit.request($0) }
            return try Measure.nanoseconds { for request in requests { try manager.stub(request) } }
        }
        try row("stub(request), each with a decision", aim: 0.2) {
            let manager = DemoManager()
            let call = Call(id: 1, mode: .demo)
            let requests = (0..<size).map { Case.exactHit.request($0) }
            return try Measure.nanoseconds {
                for request in requests {
                    try manager.stub(request)
                    consume(manager.decide(request, call: call))
                }
            }
        }
        try row("stubResponse(containing:), one by one", aim: 0.2) {
            let manager = DemoManager()
            return try Measure.nanoseconds {
                for number in 0..<size { try manager.stubResponse(containing: "/items/\(1_000_000 + number)/") }
            }
        }
        for kind in [Case.exactHit, .templateHit, .queryValue] {
            try row("add([Stub]), \(kind.rawValue)", aim: 0.2) {
                let stubs = try kind.stubs(size)
                let manager = DemoManager()
                return try Measure.nanoseconds { try manager.add(stubs) }
            }
        }
        try row("one JSON file", aim: 1) { try load("stubs.json", json) }
        try row("one YAML file", aim: 2.5) { try load("stubs.yaml", yaml) }
        print("### Registering and loading\n\n\(table.text)\n")
    }

    private static func load(_ name: String, _ text: String) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("engine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        let manager = DemoManager()
        let time = Measure.nanoseconds { manager.loadStubs(folder: folder.path) }
        guard manager.problems.isEmpty, manager.stubs.count == size else {
            throw Arguments.Unknown(description: "the stubs did not load")
        }
        return time
    }

    private static let json: String = {
        let mappings = (0..<size).map { number in
            """
            {"request": {"method": "GET", "urlPath": "/items/\(number)/detail", \
            "headers": {"Accept": {"contains": "json"}}}, \
            "response": {"status": 200, "headers": {"Content-Type": "application/json"}, \
            "jsonBody": {"id": \(number), "title": "A thing", "price": 12.5}}}
            """
        }
        return "{\"mappings\": [\n\(mappings.joined(separator: ",\n"))\n]}\n"
    }()

    private static let yaml: String = {
        let mappings = (0..<size).map { number in
            """
            - request:
                method: GET
                urlPath: /items/\(number)/detail
                headers: {Accept: {contains: json}}
              response:
                status: 200
                headers: {Content-Type: application/json}
                jsonBody: {id: \(number), title: A thing, price: 12.5}
            """
        }
        return "mappings:\n\(mappings.joined(separator: "\n"))\n"
    }()
}
