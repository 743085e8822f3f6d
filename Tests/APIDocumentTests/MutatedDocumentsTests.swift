import APIDocument
import SourceTexts
import TestSupport
import Testing
import WireFormats

/// Real documents with parts dropped, replaced and exchanged at random, always the same.
@Suite(.enabled(if: !SharedCases.allDocuments.isEmpty)) struct MutatedDocumentsTests {
    @Test(
        "Documents with random damage are read or refused, without a crash", .timeLimit(.minutes(10)),
        arguments: SharedCases.allDocuments)
    func damaged(name: String) throws {
        let value = try SourceText(file: SharedCases.document(name)).parse()
        let size = value.bytes().count
        var random = SeededRandom(seed: UInt64(size))
        for round in 0..<max(2, min(60, 150_000 / size)) {
            var mutation = Mutation(oneIn: [5, 20, 100, 400][round % 4], random: random, pool: parts(of: value))
            let changed = mutation.change(value)
            random = mutation.random
            guard let document = try? APIDocument(SourceText(name: "t.json", bytes: changed.bytes())) else { continue }
            for operation in document.operations.prefix(40) {
                guard let schema = operation.successSchema else { continue }
                _ = document.resolveChoices(schema)
                _ = document.variants(of: schema)
                _ = document.violations(of: operation.success?.json?.examples.first?.value ?? [], against: schema)
            }
        }
    }

    @Test(
        "Texts with random damage are read or refused with a place, without a crash", .timeLimit(.minutes(10)),
        arguments: SharedCases.allDocuments)
    func garbled(name: String) throws {
        let source = try SourceText(file: SharedCases.document(name))
        var random = SeededRandom(seed: UInt64(source.bytes.count))
        for _ in 0..<max(2, min(25, 200_000 / source.bytes.count)) {
            var bytes = source.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
                case 2:
                    bytes.insert(contentsOf: "&*[]{}:-\"'\n\t#|>%@`".utf8.shuffled(using: &random).prefix(3), at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            do throws(Problem) {
                _ = try APIDocument(SourceText(name: name, bytes: bytes))
            } catch {
                #expect(error.file == name && error.position != nil, "\(error)")
            }
        }
    }

    /// Some values of the document itself, which fit somewhere, only not where they will stand.
    private func parts(of value: JSONValue) -> [JSONValue] {
        var parts: [JSONValue] = []
        var next = [value]
        while let value = next.popLast(), parts.count < 300 {
            let children = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
            parts += children.filter { $0.bytes().count < 300 }
            next += children
        }
        return parts
    }
}

/// Changes about one in so many members and items of a value.
private struct Mutation {
    let oneIn: Int
    var random: SeededRandom
    let pool: [JSONValue]

    private static let words: [JSONValue] = [
        .null, true, 1, -1.5, "", "x", [], [:], ["a"], ["$ref": "#"], ["$ref": "#/paths"], ["$ref": 7], "#/components",
        "3.0.0", ["type": "array"], ["allOf": [["$ref": "#/components/schemas"]]], ["{id}": ["get": [:]]],
    ]

    mutating func change(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let items):
            return .array(items.compactMap { item in isHit ? replacement() : change(item) })
        case .object(let object):
            var members: [JSONObject.Member] = []
            for member in object.members {
                guard isHit else {
                    members.append(.init(key: member.key, value: change(member.value)))
                    continue
                }
                if let value = replacement() { members.append(.init(key: member.key, value: value)) }
            }
            return .object(JSONObject(members))
        default:
            return value
        }
    }

    private var isHit: Bool { mutating get { Int.random(in: 0..<oneIn, using: &random) == 0 } }

    private mutating func replacement() -> JSONValue? {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: nil
        case 1: Mutation.words.randomElement(using: &random)
        default: pool.randomElement(using: &random)
        }
    }
}
