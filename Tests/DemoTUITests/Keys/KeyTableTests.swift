import Foundation
import Terminal
import Testing

@testable import DemoTUI

@Suite("The key table")
struct KeyTableTests {
    @Test("no key means two things, neither in lists nor while typing")
    func unique() {
        for keys in [KeyTable.bindings.flatMap(\.keys), KeyTable.bindings.flatMap(\.keysWhileTyping)] {
            let twice = Dictionary(grouping: keys, by: { $0 }).filter { $0.value.count > 1 }.keys
            #expect(twice.isEmpty)
        }
    }

    @Test("every action has one binding with a key, a hint and a help sentence")
    func complete() {
        #expect(Set(KeyTable.bindings.map(\.action)) == Set(Action.allCases))
        #expect(KeyTable.bindings.count == Action.allCases.count)
        #expect(KeyTable.bindings.allSatisfy { !$0.keys.isEmpty && !$0.hint.isEmpty && !$0.help.isEmpty })
    }

    @Test("while typing no letter is a command")
    func lettersAreText() {
        for key in KeyTable.actionsWhileTyping.keys {
            if case .character(let letter) = key { Issue.record("\(letter) cannot be typed") }
        }
    }

    @Test("while typing no command takes a key that edits text")
    func editingKeysAreText() {
        for key in KeyTable.actionsWhileTyping.keys {
            var input = TextInput("ab c")
            let isEditing = input.handle(key)
            #expect(!isEditing, "\(key)")
        }
    }

    @Test("every key can be spelled, so that help and settings can name it")
    func spelled() {
        for key in KeyTable.bindings.flatMap(\.keys) { #expect(Key(spelled: key.name) == key, "\(key)") }
    }

    @Test("the README names no key that does nothing, and each in one row")
    func readme() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let rows = lines.drop { !$0.hasPrefix("| key | does |") }.dropFirst(2).prefix { $0.hasPrefix("| ") }
        #expect(rows.count > 20)
        var rowOfKey: [Key: Substring] = [:]
        for row in rows {
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            // Every second part stands between backticks.
            for name in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where name.offset % 2 == 1 {
                let key = try #require(Key(spelled: String(name.element)), "\(row)")
                let bound = KeyTable.bindings.filter { $0.keys.contains(key) || $0.keysWhileTyping.contains(key) }
                #expect(!bound.isEmpty, "\(name.element) in \(row)")
                rowOfKey[key] = row
            }
        }
        // Two keys of one action stand in one row, if both stand there.
        for binding in KeyTable.bindings {
            #expect(Set(binding.keys.compactMap { rowOfKey[$0] }).count <= 1, "\(binding.action)")
        }
    }

    @Test("a hint has at most two words")
    func hints() {
        #expect(KeyTable.bindings.allSatisfy { $0.hint.split(separator: " ").count <= 2 })
    }
}
