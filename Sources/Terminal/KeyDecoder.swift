/// Turns a terminal's bytes into keys and pastes. It has no clock: the caller looks at `isWaiting` and calls `flush` after a
/// pause.
///
/// It understands the sequences of xterm and its relatives, VT220, rxvt and the Linux console whatever `TERM` says, and those
/// of the terminfo database. Unknown sequences are swallowed: taken for letters they would press keys.
struct KeyDecoder {
    /// The keys of the terminal's type, by their bytes.
    var typeKeys: [[UInt8]: Key] = [:]
    private var bytes: [UInt8] = []
    /// True between the marks of a bracketed paste.
    private(set) var isPasting = false
    private var pasteEndedInReturn = false
    /// True from the question about the background until its answer, which may come in pieces.
    var awaitsBackground = false
    /// The answer: the terminal's background.
    private(set) var background: RGB?

    /// True once the terminal has said that it shows output between two marks at once (private mode 2026).
    private(set) var synchronizes = false
    /// The start of the answer to DECRQM, and the answers for a mode that is set, or can be.
    private static let modeAnswer = Array("\u{1B}[?2026;".utf8)
    private static let synchronizing = ["1", "2"].map { modeAnswer + Array("\($0)$y".utf8) }
    /// The order of the pictures, by the terminal's answers.
    var pace = FramePace()
    /// True while the mouse is taken. Reports at any other time are old ones, or a hostile text, and mean nothing.
    var takesMouse = false

    /// The longest sequence that is kept while its end is missing.
    private static let longestSequence = 4_096
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// True if the kept bytes may begin something longer, as Escape does.
    var isWaiting: Bool { !isPasting && !bytes.isEmpty && !isInAnswer }
    /// True inside of an answer or a report of the mouse: taken for letters its rest would press keys.
    private var isInAnswer: Bool {
        guard bytes.count > 2, bytes[0] == 0x1B else { return false }
        switch (bytes[1], bytes[2]) {
        case (UInt8(ascii: "["), UInt8(ascii: "<")), (UInt8(ascii: "["), UInt8(ascii: "?")): return true
        default: return awaitsBackground && bytes[1] == UInt8(ascii: "]")
        }
    }

    /// Decodes the bytes so far, except an incomplete end.
    mutating func decode(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes += more
        var events: [TerminalEvent] = []
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            if isPasting {
                guard let used = paste(rest, into: &events) else { break }
                position += used
                continue
            }
            guard let step = step(rest) else {
                if rest.count > Self.longestSequence { position = bytes.count }
                break
            }
            if awaitsBackground, let color = RGB(answer: rest.prefix(step.length)) {
                (background, awaitsBackground) = (color, false)
            }
            if step.keys.isEmpty { takeAnswer(rest.prefix(step.length)) }
            position += step.length
            events += step.keys.map(TerminalEvent.key)
            if let mouse = step.mouse, takesMouse { events.append(.mouse(mouse)) }
            if step.startsPaste {
                isPasting = true
                pasteEndedInReturn = false
            }
        }
        bytes.removeFirst(min(position, bytes.count))
        return events
    }

    private mutating func takeAnswer(_ sequence: ArraySlice<UInt8>) {
        if Self.synchronizing.contains(where: sequence.elementsEqual) { synchronizes = true }
        if sequence.starts(with: Self.modeAnswer) { pace.isAnswering = true }
        if sequence.elementsEqual(FramePace.answer) { pace.takeAnswer() }
    }

    /// Decodes the rest when nothing more comes: an Escape, an Alt. Half a sequence is dropped; a paste that never ended is
    /// over.
    mutating func flush() -> [TerminalEvent] {
        defer { bytes = [] }
        if isPasting {
            isPasting = false
            return []
        }
        switch bytes.count {
        case 1 where bytes[0] == 0x1B: return [.key(.escape)]
        case 2 where bytes[0] == 0x1B: return [.key(.alt(Character(Unicode.Scalar(bytes[1]))))]
        default: return []
        }
    }

    /// Takes pasted text up to the end mark. Nil if all of the rest may begin the mark or a character.
    private mutating func paste(_ rest: ArraySlice<UInt8>, into events: inout [TerminalEvent]) -> Int? {
        let end = rest.firstRange(of: Self.pasteEnd)
        var text = rest[..<(end?.lowerBound ?? rest.endIndex)]
        if end == nil {
            // The end may begin the end mark, or a character.
            for length in stride(from: min(5, text.count), through: 1, by: -1)
            where Self.pasteEnd.starts(with: text.suffix(length)) {
                text.removeLast(length)
                break
            }
            text.removeLast(UTF8Bytes.unfinishedSuffix(of: text))
        }
        var string = String(decoding: text, as: UTF8.self)
        if pasteEndedInReturn, string.first == "\n" { string.removeFirst() }
        pasteEndedInReturn = text.last == 0x0D
        string = string.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if !string.isEmpty { events.append(.paste(string)) }
        if let end {
            isPasting = false
            return end.upperBound - rest.startIndex
        }
        return text.isEmpty ? nil : text.count
    }
}

// MARK: - Sequences

extension KeyDecoder {
    struct Step {
        var length: Int
        /// The keys; none for a sequence that is swallowed.
        var keys: [Key] = []
        var mouse: Mouse?
        /// True for the mark at the beginning of a paste.
        var startsPaste = false
    }

    /// Decodes the first sequence, or a run of characters. Nil if its end is missing.
    func step(_ bytes: ArraySlice<UInt8>) -> Step? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return escape(bytes)
        case 0x0A, 0x0D: return Step(length: 1, keys: [.enter])
        case 0x09: return Step(length: 1, keys: [.tab])
        case 0x08, 0x7F: return Step(length: 1, keys: [.backspace])
        case 0x00: return Step(length: 1, keys: [.control(" ")])
        case 0x01...0x1A: return Step(length: 1, keys: [.control(Character(Unicode.Scalar(first + 0x60)))])
        case 0x1C...0x1F: return Step(length: 1, keys: [.control(Character(Unicode.Scalar(first + 0x40)))])
        default: return characters(bytes)
        }
    }

    /// A run of characters, so that a base and its combining marks stay one key.
    private func characters(_ bytes: ArraySlice<UInt8>) -> Step? {
        let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        var whole = run
        if run.endIndex == bytes.endIndex { whole.removeLast(UTF8Bytes.unfinishedSuffix(of: run)) }
        guard !whole.isEmpty else { return nil }
        var text = String.UnicodeScalarView()
        // Invalid UTF-8 and 8-bit control characters press no key.
        for scalar in String(decoding: whole, as: UTF8.self).unicodeScalars
        where scalar != "\u{FFFD}" && !(0x80..<0xA0).contains(scalar.value) { text.append(scalar) }
        return Step(length: whole.count, keys: String(text).map(Key.character))
    }

    private func escape(_ bytes: ArraySlice<UInt8>) -> Step? {
        guard let second = bytes.dropFirst().first else { return nil }
        if let step = typeKey(bytes) { return step }
        switch second {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"): return singleShift(bytes)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            return controlString(bytes)
        case 0x7F, 0x08: return Step(length: 2, keys: [.control("w")])
        case 0x0D, 0x0A: return Step(length: 2, keys: [.enter])
        case 0x00..<0x20: return Step(length: 1, keys: [.escape])
        default:
            let length = UTF8Bytes.length(startingWith: second)
            guard bytes.count > length else { return nil }
            let text = String(decoding: bytes.dropFirst().prefix(length), as: UTF8.self)
            return Step(length: 1 + length, keys: text == "\u{FFFD}" ? [] : text.prefix(1).map(Key.alt))
        }
    }

    /// A key that the terminal's type has its own bytes for.
    private func typeKey(_ bytes: ArraySlice<UInt8>) -> Step? {
        guard !typeKeys.isEmpty else { return nil }
        for length in stride(from: min(8, bytes.count), through: 2, by: -1) {
            if let key = typeKeys[Array(bytes.prefix(length))] { return Step(length: length, keys: [key]) }
        }
        return nil
    }

    /// `ESC O x`: arrows and the keypad in application mode, F1-F4.
    private func singleShift(_ bytes: ArraySlice<UInt8>) -> Step? {
        // Old xterms put a modifier between: ESC O 5 A.
        let digits = bytes.dropFirst(2).prefix { (0x30...0x39).contains($0) }.count
        guard let final = bytes.dropFirst(2 + digits).first else { return nil }
        guard final >= 0x20 else { return Step(length: 2 + digits) }
        let keys: [Key]
        switch final {
        case UInt8(ascii: "M"): keys = [.enter]
        case UInt8(ascii: "I"): keys = [.tab]
        case UInt8(ascii: "X"): keys = [.character("=")]
        case UInt8(ascii: "j")...UInt8(ascii: "y"): keys = [.character(Character(Unicode.Scalar(final - 0x40)))]
        default: keys = Self.letterKey(final).map { [$0] } ?? []
        }
        return Step(length: 3 + digits, keys: keys)
    }

    /// `ESC [ parameters final` (ECMA-48, 5.4).
    private func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step? {
        let body = bytes.dropFirst(2)
        if body.first == UInt8(ascii: "[") {
            // The Linux console: ESC [ [ A is F1.
            guard let letter = body.dropFirst().first else { return nil }
            let number = Int(letter) - 0x40
            return Step(length: 4, keys: (1...5).contains(number) ? [.function(number)] : [])
        }
        let parameters = body.prefix { (0x20...0x3F).contains($0) }
        guard let final = body.dropFirst(parameters.count).first else { return nil }
        // A byte that cannot stand here ends the sequence and is read on its own.
        guard (0x40...0x7E).contains(final) else { return Step(length: 2 + parameters.count) }
        // A terminal without mode 1006 sends three bytes more, which would press keys.
        if takesMouse, final == UInt8(ascii: "M"), parameters.isEmpty { return body.count < 4 ? nil : Step(length: 6) }
        var step = Step(length: 3 + parameters.count)
        let isMouse = parameters.first == UInt8(ascii: "<")
        let numbers = parameters.dropFirst(isMouse ? 1 : 0)
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        let number = numbers.first.flatMap { $0 }
        if isMouse {
            let known = numbers.compactMap(\.self)
            guard known.count == 3 else { return step }
            step.mouse = Mouse(code: known[0], column: known[1], row: known[2], isRelease: final == UInt8(ascii: "m"))
            return step
        }
        switch final {
        case UInt8(ascii: "~") where number == 200: step.startsPaste = true
        case UInt8(ascii: "~"): step.keys = number.flatMap { Self.numberedKeys[$0] }.map { [$0] } ?? []
        case UInt8(ascii: "u"): step.keys = Self.codeKey(numbers).map { [$0] } ?? []
        case UInt8(ascii: "R") where (number ?? 1) != 1: break  // A report of the cursor's place.
        default: step.keys = Self.letterKey(final).map { [$0] } ?? []
        }
        return step
    }

    /// Strings that end in ST or BEL: answers nobody asked for.
    private func controlString(_ bytes: ArraySlice<UInt8>) -> Step? {
        var previous: UInt8 = 0
        for (offset, byte) in bytes.enumerated().dropFirst(2) {
            if byte == 0x07 || (previous == 0x1B && byte == UInt8(ascii: "\\")) { return Step(length: offset + 1) }
            previous = byte
        }
        return nil
    }

    private static func letterKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
        default: nil
        }
    }

    private static let numberedKeys: [Int: Key] = {
        let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
        let keys: [Int: Key] = [1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end]
        return functions.enumerated().reduce(into: keys) { $0[$1.element] = .function($1.offset + 1) }
    }()

    /// `ESC [ code ; 1 + modifiers u`: modified keys, in terminals that tell them apart. Modifiers: 1 Shift, 2 Alt,
    /// 4 Control.
    private static func codeKey(_ numbers: [Int?]) -> Key? {
        guard let code = numbers.first.flatMap({ $0 }), let value = UInt32(exactly: code),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        let modifiers = max(0, (numbers.dropFirst().first.flatMap { $0 } ?? 1) - 1)
        switch value {
        case 9: return modifiers & 1 != 0 ? .backTab : .tab
        case 13: return .enter
        case 27: return .escape
        case 8, 127: return .backspace
        case 0..<0x20, 0x80..<0xA0, 0xE000...0xF8FF: return nil
        default: break
        }
        let character = Character(scalar)
        if modifiers & 4 != 0 { return .control(Character(character.lowercased())) }
        if modifiers & 2 != 0 { return .alt(character) }
        return .character(modifiers & 1 != 0 ? Character(character.uppercased().prefix(1).description) : character)
    }
}

extension RGB {
    /// The colour in `ESC ] 11 ; rgb:1a1a/1b1b/2626` and its end, as xterm answers. Nil for any other string.
    init?(answer bytes: ArraySlice<UInt8>) {
        let start = Array("\u{1B}]11;rgb:".utf8)
        guard bytes.starts(with: start) else { return nil }
        let parts = bytes.dropFirst(start.count).prefix { $0 != 0x07 && $0 != 0x1B }.split(separator: UInt8(ascii: "/"))
        // One to four digits each, the first ones the highest.
        let levels = parts.compactMap { part -> Int? in
            guard part.count <= 4, let number = Int(String(decoding: part, as: UTF8.self), radix: 16) else {
                return nil
            }
            return number * 255 / (1 << (4 * part.count) - 1)
        }
        guard levels.count == 3, parts.count == 3 else { return nil }
        self.init(red: levels[0], green: levels[1], blue: levels[2])
    }

    /// True if dark text reads better on it. The weights are those of the eye (ITU-R BT.601).
    var isLight: Bool { 299 * red + 587 * green + 114 * blue > 127_500 }
}

enum UTF8Bytes {
    /// The number of bytes at the end that begin an incomplete character.
    static func unfinishedSuffix(of bytes: ArraySlice<UInt8>) -> Int {
        for (distance, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            return length(startingWith: byte) > distance + 1 ? distance + 1 : 0
        }
        return 0
    }

    /// The length of the character that begins with this byte; 1 for a byte that begins none.
    static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
