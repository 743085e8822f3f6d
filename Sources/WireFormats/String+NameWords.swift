extension String {
    /// The words of a name in source code: `userID`, `user_id` and `User-Id` are each `user` and `id`. Words begin
    /// after signs, at a capital after another letter, and at the last of several capitals before a lower-case letter.
    /// The plural `s` of an abbreviation, and its version, are part of it: `userIDs`, `hostIPv4`. Digits are part of
    /// the preceding word.
    package var nameWords: [Substring] {
        var words: [Substring] = []
        var start: Index?
        var before = Letter.sign
        var place = unicodeScalars.startIndex
        while place < unicodeScalars.endIndex {
            let next = unicodeScalars.index(after: place)
            let letter = Letter(unicodeScalars[place])
            switch letter {
            case .sign:
                if let begin = start { words.append(self[begin..<place]) }
                start = nil
            case .capital:
                let isBeforeSmall = next < unicodeScalars.endIndex && Letter(unicodeScalars[next]) == .small
                if let begin = start, before != .capital || isBeforeSmall && !endsAbbreviation(at: next),
                    !beginsAbbreviation(begin, before: place)
                {
                    words.append(self[begin..<place])
                    start = place
                }
                start = start ?? place
            case .small, .other:
                start = start ?? place
            case .mark:
                break
            }
            if letter != .mark { before = letter }
            place = next
        }
        if let begin = start { words.append(self[begin...]) }
        return words
    }

    /// True if the lower-case letter at the start belongs to the following capitals: the `i` of `iOS`.
    private func beginsAbbreviation(_ begin: Index, before place: Index) -> Bool {
        let next = unicodeScalars.index(after: place)
        return unicodeScalars.index(after: begin) == place && Letter(unicodeScalars[begin]) == .small
            && next < unicodeScalars.endIndex && Letter(unicodeScalars[next]) == .capital
    }

    /// True if the lower-case letter belongs to the preceding abbreviation: the `s` of `IDs`, the `v` of `IPv4`.
    private func endsAbbreviation(at place: Index) -> Bool {
        let behind = unicodeScalars.index(after: place)
        let following = behind < unicodeScalars.endIndex ? unicodeScalars[behind] : nil
        switch unicodeScalars[place] {
        case "s": return following.map { ![.small, .mark].contains(Letter($0)) } ?? true
        case "v": return following.map { ("0"..."9").contains($0) } ?? false
        default: return false
        }
    }
}

/// The class of a scalar within a name.
private enum Letter {
    case small
    case capital
    /// A digit, or a letter of a script without case.
    case other
    /// A combining mark of the preceding letter.
    case mark
    case sign

    init(_ scalar: Unicode.Scalar) {
        // Most names are ASCII, and Unicode properties cost fifty times as much.
        switch scalar.value {
        case 0x61...0x7A: self = .small
        case 0x41...0x5A: self = .capital
        case 0x30...0x39: self = .other
        case ..<0x80: self = .sign
        default:
            switch scalar.properties.generalCategory {
            case .lowercaseLetter: self = .small
            case .uppercaseLetter, .titlecaseLetter: self = .capital
            case .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber: self = .other
            case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
            default: self = .sign
            }
        }
    }
}
