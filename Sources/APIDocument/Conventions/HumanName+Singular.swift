import JSONText

extension HumanName {
    /// One of what the word names, by the usual English endings; of several words the last one counts.
    public static func singular(_ word: String) -> String {
        let last = word.nameWords.last.map { $0.lowercased() } ?? ""
        if let one = irregular[last], word.count >= last.count, word.lowercased().hasSuffix(last) {
            let start = word.suffix(last.count).first?.isUppercase == true ? capitalised(one) : one
            return word.dropLast(last.count) + start
        }
        let small = word.lowercased()
        // The S of an abbreviation is a word's beginning: "DNS", "iOS".
        if word.hasSuffix("S"), word.count <= 3 || word != word.uppercased() { return word }
        guard small.hasSuffix("s"), !unchanged.contains(where: small.hasSuffix) else { return word }
        for (endings, dropped, added) in rules where endings.contains(where: small.hasSuffix) {
            // "ties" and "pies" are no "ty" and "py".
            if added.isEmpty || word.count > 4 { return word.dropLast(dropped) + added }
        }
        return String(word.dropLast())
    }

    /// What ends in an s and is one already.
    private static let unchanged = [
        "ss", "us", "sis", "xis", "iris", "tennis", "news", "series", "species", "alias", "canvas", "atlas", "bias",
        "lens",
    ]

    /// Endings, how many letters of the word go, and what comes instead; the first that fits counts.
    private static let rules: [(endings: [String], dropped: Int, added: String)] = [
        (["movies", "cookies", "calories", "zombies", "selfies", "hoodies", "shoes", "canoes"], 1, ""),
        (["ouses", "auses", "fuses", "excuses", "abuses", "caches", "niches", "headaches", "avalanches"], 1, ""),
        (["quizzes"], 3, ""), (["ies"], 3, "y"),
        (["aliases", "canvases", "atlases", "biases", "lenses", "oes"], 2, ""),
        (["sses", "shes", "ches", "xes", "uses", "zzes", "tzes"], 2, ""),
    ]

    private static let irregular = [
        "indices": "index", "vertices": "vertex", "matrices": "matrix", "appendices": "appendix",
        "analyses": "analysis",
        "diagnoses": "diagnosis", "hypotheses": "hypothesis", "crises": "crisis", "axes": "axis", "uses": "use",
        "people": "person", "children": "child", "men": "man", "women": "woman", "knives": "knife", "menus": "menu",
    ]
}
