import CNcurses

/// The byte sequences of a type of terminal, from terminfo; empty if it lacks one. Delays are left out.
struct TerminalType: Sendable {
    var enter: [UInt8] = []
    var leave: [UInt8] = []
    var clear: [UInt8] = []
    /// Empties a row from the cursor on.
    var eraseToEnd: [UInt8] = []
    /// Empties a number of cells from the cursor on, which stays.
    var erase: [UInt8] = []
    var showCursor: [UInt8] = []
    var hideCursor: [UInt8] = []
    /// Ends all attributes and colours.
    var reset: [UInt8] = []
    var bold: [UInt8] = []
    var dim: [UInt8] = []
    var reverse: [UInt8] = []
    var underline: [UInt8] = []
    /// One row down and one column back; neither changes the other.
    var down: [UInt8] = []
    var back: [UInt8] = []
    /// Sequences with parameters: to a row and a column, by columns to the right and left, to a colour's number.
    var move: [UInt8] = []
    var right: [UInt8] = []
    var left: [UInt8] = []
    var textColor: [UInt8] = []
    var groundColor: [UInt8] = []
    var colors = 0
    /// True if text and ground return to the terminal's own apart.
    var endsColorsApart = false
    /// The attributes that terminfo forbids beside colours, as bits.
    var withoutColors = 0
    /// True if a glyph in the last cell scrolls the screen.
    var scrollsAtEnd = false

    private static let longest = 64

    /// Appends a sequence with its parameters. Most only need numbers in their places, which takes a tenth of ncurses' time.
    func fill(_ sequence: [UInt8], _ first: Int, _ second: Int = 0, into bytes: inout [UInt8]) {
        let start = bytes.count
        var numbers = (first, second)
        var given = 0
        var rest = sequence[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            switch (rest.popFirst(), rest.first) {
            case (UInt8(ascii: "i"), _): numbers = (numbers.0 + 1, numbers.1 + 1)
            case (UInt8(ascii: "p"), UInt8(ascii: "1")): (given, rest) = (numbers.0, rest.dropFirst())
            case (UInt8(ascii: "p"), UInt8(ascii: "2")): (given, rest) = (numbers.1, rest.dropFirst())
            case (UInt8(ascii: "d"), _): Self.append(given, to: &bytes)
            default:
                bytes.removeSubrange(start...)
                bytes += filled(sequence, first, second)
                return
            }
        }
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number >= 10 { append(number / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// - Returns: a sequence with its parameters.
    func filled(_ sequence: [UInt8], _ first: Int, _ second: Int = 0) -> [UInt8] {
        guard !sequence.isEmpty else { return [] }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: sequence.count + 1) { text in
            for (place, byte) in sequence.enumerated() { text[place] = CChar(bitPattern: byte) }
            text[sequence.count] = 0
            return [UInt8](unsafeUninitializedCapacity: Self.longest) { bytes, count in
                count = bytes.withMemoryRebound(to: CChar.self) {
                    Int(cn_fill(text.baseAddress, Int32(first), Int32(second), $0.baseAddress, Int32(Self.longest)))
                }
            }
        }
    }
}

extension TerminalType {
    /// The type that was loaded last.
    static func loaded() -> TerminalType {
        var type = TerminalType()
        let sequences: [(WritableKeyPath<TerminalType, [UInt8]>, String)] = [
            (\.clear, "clear"), (\.eraseToEnd, "el"), (\.erase, "ech"), (\.showCursor, "cnorm"),
            (\.hideCursor, "civis"),
            (\.bold, "bold"), (\.dim, "dim"), (\.reverse, "rev"), (\.underline, "smul"), (\.move, "cup"),
            (\.right, "cuf"),
            (\.left, "cub"), (\.down, "cud1"), (\.back, "cub1"), (\.textColor, "setaf"), (\.groundColor, "setab"),
        ]
        for (member, name) in sequences { type[keyPath: member] = sequence(name) }
        type.enter = sequence("smcup") + sequence("smkx")
        type.reset = plainReset(sequence("sgr0"))
        type.colors = type.textColor.isEmpty || type.groundColor.isEmpty ? 0 : max(0, Int(cn_number("colors")))
        type.endsColorsApart = cn_flag("AX") > 0
        type.withoutColors = max(0, Int(cn_number("ncv")))
        type.scrollsAtEnd = cn_flag("am") > 0 && cn_flag("xenl") <= 0
        let end = type.colors > 0 ? sequence("op") : []
        type.leave = sequence("rmkx") + sequence("sgr0") + end + type.showCursor + sequence("rmcup")
        return type
    }

    /// The type with colours of 24 bits, by the sequences that all such terminals know.
    var direct: TerminalType {
        func color(_ kind: String) -> [UInt8] {
            Array("\u{1B}[\(kind);2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm".utf8)
        }
        var type = self
        type.colors = 1 << 24
        type.textColor = color("38")
        type.groundColor = color("48")
        return type
    }

    private static func sequence(_ name: String) -> [UInt8] {
        guard let text = cn_terminfo(name) else { return [] }
        var bytes = Array(String(cString: text).utf8)
        // "$<5/>" is a delay for terminals of other times.
        while let start = bytes.firstIndex(of: UInt8(ascii: "$")), start + 1 < bytes.count,
            bytes[start + 1] == UInt8(ascii: "<"), let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        { bytes.removeSubrange(start...end) }
        return bytes
    }

    /// The reset without the return to the first set of characters, which is never left.
    private static func plainReset(_ reset: [UInt8]) -> [UInt8] {
        let set = Array("\u{1B}(B".utf8)
        var reset = reset.starts(with: set) ? Array(reset.dropFirst(set.count)) : reset
        if reset.last == 0x0F { reset.removeLast() }
        return reset
    }
}
