/// Words for people, made of names for programs.
public enum HumanName {
    /// "fromAccount", "from_account" and "from-account" become "From account"; capitals that stand together stay.
    public static func sentence(_ name: String) -> String {
        guard !name.contains(" ") else { return capitalised(name) }
        let words = words(of: name).map { word in
            word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber } && name.contains(where: \.isLowercase)
                ? word : word.lowercased()
        }
        return capitalised(words.joined(separator: " "))
    }

    /// The words of a name: parted by signs, by a capital after a small letter and by the last of several capitals.
    public static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let letters = Array(name)
        for (place, letter) in letters.enumerated() {
            guard letter.isLetter || letter.isNumber else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let next = place + 1 < letters.count ? letters[place + 1] : " "
            let startsWord =
                letter.isUppercase && (word.last.map { !$0.isUppercase } ?? false || !word.isEmpty && next.isLowercase)
            if startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Small letters and digits only, for comparing names however they are spelt.
    public static func key(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The text with a capital at its start.
    public static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The text as it stands within a sentence: "Card" is "card", "API key" stays.
    public static func inSentence(_ text: String) -> String {
        guard let second = text.dropFirst().first, !second.isUppercase else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// One of what the word names, by the usual English endings.
    public static func singular(_ word: String) -> String {
        let small = word.lowercased()
        if small.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes", "zes", "uses"].contains(where: small.hasSuffix) {
            return String(word.dropLast(2))
        }
        let endings = ["ss", "us", "sis", "xis", "iris", "tennis", "news", "series"]
        if small.hasSuffix("s"), !endings.contains(where: small.hasSuffix) {
            return String(word.dropLast())
        }
        return word
    }
}
