import APIDocument
import ArgumentParser
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

@testable import DemoTUI

/// Asks the demo of one document for every operation, as a client of the gateway would.
///
/// Of every operation the first reply and a second one: the next page of a list, and for a write the reading of what it
/// wrote. The demo forgets before each operation, so that no write shows in another's replies.
struct GoldenRun {
    private let document: APIDocument
    private let manager: DemoManager
    /// The path of the server, which the document's paths are below.
    private let prefix: String
    private let samples: SampleGenerator

    /// The record of the document at `path`: the screens, then a section for an operation.
    ///
    /// A debug build takes minutes for hundreds of operations: every twentieth stands for them.
    static func sections(of path: String) async throws -> [String] {
        let home = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID())").path
        let options = AppOptions(
            document: path.hasSuffix("harbor/openapi.yaml") ? nil : path, environment: ["HOME": home])
        let command = try GatewayCommand.parse([path])
        let composition: GatewayComposition
        do {
            composition = try await GatewayComposition(command, options, manager: DemoManager())
        } catch {
            return ["\(error)".replacingOccurrences(of: path, with: URL(fileURLWithPath: path).lastPathComponent)]
        }
        guard let opened = composition.opened else { return [] }
        let document = opened.document
        let run = GoldenRun(
            document: document, manager: composition.manager, prefix: opened.router.prefix,
            samples: SampleGenerator(document: document))
        let screens = ["# Screens"] + ScreensCommand.screens(of: document).map { $0.text() }
        var sections = [screens.joined(separator: "\n")]
        let stride = document.operations.count > 100 ? 20 : 1
        for (index, operation) in document.operations.enumerated() where (index + 1) % stride == 0 {
            let lines = ["# \(operation.method) \(operation.path.text)"] + (await run.replies(of: operation))
            sections.append(lines.joined(separator: "\n"))
        }
        return sections
    }

    private func replies(of operation: Operation) async -> [String] {
        manager.memory?.forget(nil, of: nil)
        let path = await path(of: operation)
        let method = operation.method
        guard method != .get else {
            let first = await send(.get, path + query(of: operation, page: 1), nil)
            let next = query(of: operation, page: 2)
            guard next != query(of: operation, page: 1) else { return first.lines }
            return first.lines + ["next page:"] + (await send(.get, path + next, nil)).lines
        }
        let sent = body(of: operation)
        var lines = sent.map { ["sends \(Self.short($0).text())"] } ?? []
        let reply = await send(method, path + query(of: operation, page: 1), sent?.text())
        lines += reply.lines
        let reads = document.operations.contains { $0.method == .get && $0.path.shape == operation.path.shape }
        if reads { lines += ["then GET:"] + (await send(.get, path, nil)).lines }
        return lines
    }

    // MARK: Requests

    /// The operation's path with values that exist: of the first row of the list above each parameter.
    private func path(of operation: Operation) async -> String {
        var path = ""
        for (index, segment) in operation.path.segments.enumerated() {
            var text = ""
            for part in segment.parts {
                switch part {
                case .literal(let literal): text += literal
                case .parameter(let name):
                    let isListed = document.operations.contains {
                        $0.method == .get && $0.path.shape == operation.path.prefix(index).shape
                    }
                    let reply = isListed ? await send(.get, path, nil).body : nil
                    text += reply.flatMap { Self.key(name, ofFirstRowIn: $0) } ?? value(of: name, in: operation)
                }
            }
            path += "/" + (text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? text)
        }
        return path.isEmpty ? "/" : path
    }

    private static func key(_ name: String, ofFirstRowIn body: JSONValue) -> String? {
        let lists = [body] + (body.objectValue?.members.map(\.value) ?? [])
        guard let row = lists.lazy.compactMap({ $0.arrayValue?.first?.objectValue }).first else { return nil }
        return (row[name] ?? row["id"])?.scalarText
    }

    private func value(of name: String, in operation: Operation) -> String {
        guard let parameter = operation.parameters.first(where: { $0.location == .path && $0.name == name }) else {
            return "1"
        }
        let written = parameter.example ?? parameter.examples.first?.value
        return (written ?? sample(parameter.schema, name, named: name))?.scalarText ?? "1"
    }

    /// The query of a page, with what the operation requires.
    private func query(of operation: Operation, page: Int) -> String {
        let items = operation.parameters.filter { $0.location == .query }.compactMap { parameter -> String? in
            switch parameter.name.lowercased() {
            case "page" where page > 1: return "\(parameter.name)=\(page)"
            case "offset" where page > 1, "skip" where page > 1: return "\(parameter.name)=10"
            default:
                guard parameter.isRequired else { return nil }
                let value =
                    parameter.example ?? parameter.examples.first?.value
                    ?? sample(parameter.schema, "query", named: parameter.name)
                let text = value?.scalarText ?? ""
                return "\(parameter.name)=\(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            }
        }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }

    private func body(of operation: Operation) -> JSONValue? {
        guard let media = operation.requestBody?.content.first(where: \.isJSON) else { return nil }
        return media.examples.lazy.compactMap(\.value).first ?? media.schema.flatMap { sample($0, "body") }
    }

    private func sample(_ schema: Schema, _ seed: String, named name: String? = nil) -> JSONValue? {
        try? samples.sample(for: schema, seed: seed, entity: name, direction: .request).value
    }

    // MARK: Replies

    private struct Reply {
        var lines: [String]
        var body: JSONValue?
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?
    ) async -> Reply {
        var request = HTTPRequest(method: method, scheme: "http", authority: "api.example", path: prefix + path)
        if body != nil { request.headerFields[.contentType] = "application/json" }
        do {
            guard let response = try await manager.respond(to: request, body: body.map { Array($0.utf8) }) else {
                return Reply(lines: ["\(path) is let through"])
            }
            let type = response.head.headerFields[.contentType] ?? "no body"
            let head = "\(path) -> \(response.head.status.code) \(type)"
            guard let value = try? JSONValue(parsing: response.body) else {
                return Reply(lines: [head] + (response.body.isEmpty ? [] : [Self.hash(response.body)]))
            }
            return Reply(lines: [head] + Self.shown(value, response.body), body: value)
        } catch {
            return Reply(lines: ["\(path) is refused: \(error)"])
        }
    }

    /// A body as people can review it: its first lines, long parts cut, and a mark that changes with any byte.
    private static func shown(_ value: JSONValue, _ body: [UInt8]) -> [String] {
        let lines = short(value).text(.pretty).split(separator: "\n").map { "  " + $0 }
        guard lines.count > 24 else { return lines + ["  " + hash(body)] }
        return lines.prefix(24) + ["  ... \(lines.count - 24) more lines, " + hash(body)]
    }

    private static func short(_ value: JSONValue) -> JSONValue {
        if let rows = value.arrayValue {
            return .array(rows.prefix(2).map(short) + (rows.count > 2 ? [.string("... of \(rows.count)")] : []))
        }
        if let object = value.objectValue {
            return .object(JSONObject(object.members.map { .init(key: $0.key, value: short($0.value)) }))
        }
        guard let text = value.stringValue, text.count > 80 else { return value }
        return .string(text.prefix(80) + "...")
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(bytes.count) bytes, \(String(hash, radix: 16))"
    }
}
