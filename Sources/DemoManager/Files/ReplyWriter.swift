import Foundation
import HTTPTypes
import JSONText

/// Writes a reply as a `response`, or as an entry of a `sequence`.
package struct ReplyWriter: Sendable {
    /// Which bodies are written by the name of a file.
    enum BodyNames: Sendable {
        /// None: every body is written in full.
        case none
        /// Those that a file of this folder still holds.
        case below(FixtureFolder)
        /// Those of replies with a `bodyFile`, which is the name; the body is elsewhere.
        case given
    }

    /// Which bodies are written by name.
    let bodyNames: BodyNames

    init(fixtures: FixtureFolder?) {
        bodyNames = fixtures.map { .below($0) } ?? .none
    }

    /// Takes the names of bodies as they are.
    package static let namingBodies = ReplyWriter(bodyNames: .given)

    private init(bodyNames: BodyNames) {
        self.bodyNames = bodyNames
    }

    /// The reply as WireMock could give it: faults only where it knows them.
    func response(_ reply: Reply) throws(Unwritable) -> JSONValue {
        var object = try common(reply)
        if let fault = reply.fault, fault.isWireMocks { object["fault"] = .string(fault.rawValue) }
        return .object(object)
    }

    /// The reply and how often it is given, complete.
    func entry(_ entry: SequenceEntry) throws(Unwritable) -> JSONValue {
        var object = try common(entry.reply)
        object["fault"] = entry.reply.fault.map { .string($0.rawValue) }
        object["passThrough"] = entry.reply.passesThrough ? true : nil
        object["repeat"] = entry.count == 1 ? nil : .number(JSONNumber(entry.count))
        return .object(object)
    }

    /// What both kinds say alike.
    private func common(_ reply: Reply) throws(Unwritable) -> JSONObject {
        if reply.maker != nil { throw Unwritable("a reply that a closure makes") }
        if let error = reply.error { throw Unwritable("the error \(error); a fault can be written") }
        var object = JSONObject()
        object["proxyBaseUrl"] = reply.proxyBase.map { .string($0.url) }
        object["status"] = .number(JSONNumber(reply.status))
        object["statusMessage"] = reply.statusMessage.map { .string($0) }
        if let (key, value) = body(reply) { object[key] = value }
        if reply.delay.fixed != .zero {
            object["fixedDelayMilliseconds"] = try milliseconds(reply.delay.fixed, "delay")
        }
        object["delayDistribution"] = try reply.delay.random.map(distribution)
        if let dribble = reply.dribble {
            guard (1...1_000_000).contains(dribble.chunks) else {
                throw Unwritable("a body in \(dribble.chunks) chunks")
            }
            object["chunkedDribbleDelay"] = [
                "numberOfChunks": .number(JSONNumber(dribble.chunks)),
                "totalDuration": try milliseconds(dribble.duration, "duration of a dribbled body"),
            ]
        }
        object["headers"] = headers(reply.headers)
        return object
    }

    /// Headers by name; one that comes several times has an array, as WireMock has it.
    private func headers(_ fields: HTTPFields) -> JSONValue? {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in fields {
            if values[field.name.rawName] == nil { names.append(field.name.rawName) }
            values[field.name.rawName, default: []].append(field.value)
        }
        guard !names.isEmpty else { return nil }
        return .object(
            JSONObject(
                names.map { name in
                    let all = (values[name] ?? []).map { JSONValue.string($0) }
                    return JSONObject.Member(key: name, value: all.count == 1 ? all[0] : .array(all))
                }))
    }

    /// The body under the key that gives it back byte by byte: JSON as it would be written, else text, else Base64.
    private func body(_ reply: Reply) -> (key: String, value: JSONValue)? {
        if let name = fileName(of: reply) { return ("bodyFileName", .string(name)) }
        guard !reply.body.isEmpty else { return nil }
        guard let text = String(validating: reply.body, as: UTF8.self) else {
            return ("base64Body", .string(Data(reply.body).base64EncodedString()))
        }
        if let json = json(reply.body) { return ("jsonBody", json) }
        return ("body", .string(text))
    }

    /// The body as an object or an array whose text it is; the schema of mappings has no other `jsonBody`.
    private func json(_ body: [UInt8]) -> JSONValue? {
        do {
            let value = try JSONValue(parsing: body)
            let isDocument = value.objectValue != nil || value.arrayValue != nil
            return isDocument && value.bytes() == body ? value : nil
        } catch {
            return nil
        }
    }

    /// The name of the body's file below the fixtures, if the file still holds the body.
    private func fileName(of reply: Reply) -> String? {
        if case .given = bodyNames { return reply.bodyFile }
        guard case .below(let fixtures) = bodyNames, let path = reply.bodyFile, path.hasPrefix(fixtures.root + "/")
        else { return nil }
        let name = String(path.dropFirst(fixtures.root.count + 1))
        do throws(Problem) {
            return try fixtures.read(name).bytes == reply.body ? name : nil
        } catch {
            return nil
        }
    }

    private func distribution(_ random: Delay.Distribution) throws(Unwritable) -> JSONValue {
        switch random {
        case .uniform(let range):
            return [
                "type": "uniform", "lower": try milliseconds(range.lowerBound, "lower delay"),
                "upper": try milliseconds(range.upperBound, "upper delay"),
            ]
        case .lognormal(let median, let sigma, let maximum):
            guard sigma >= 0, let spread = JSONNumber(sigma) else { throw Unwritable("a delay's sigma of \(sigma)") }
            var object = JSONObject()
            object["type"] = "lognormal"
            object["median"] = try milliseconds(median, "median delay")
            object["sigma"] = .number(spread)
            if let maximum {
                let number = JSONNumber(maximum / .milliseconds(1))
                guard let number, maximum >= .zero, maximum == Duration(milliseconds: number.double ?? -1) else {
                    throw Unwritable("a maximum delay of \(maximum)")
                }
                object["maxValue"] = .number(number)
            }
            return .object(object)
        }
    }

    private func milliseconds(_ duration: Duration, _ what: String) throws(Unwritable) -> JSONValue {
        guard let milliseconds = duration.wholeMilliseconds else {
            throw Unwritable("a \(what) of \(duration); whole milliseconds up to a day can be")
        }
        return .number(JSONNumber(milliseconds))
    }
}
