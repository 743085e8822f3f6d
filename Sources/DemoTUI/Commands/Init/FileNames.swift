import APIDocument

/// Names for the files of operations: readable, safe on every file system, and the same in every run.
enum FileNames {
    /// A name for each, in order; no two differ in case alone.
    static func names(of operations: [Operation]) -> [String] {
        var known: Set<String> = []
        return operations.map { operation in
            let plain = name(operation.id)
            // The digest, unlike a number, does not depend on what comes before.
            let name = known.contains(plain.lowercased()) ? "\(plain)-\(suffix(operation.id))" : plain
            known.insert(name.lowercased())
            return name
        }
    }

    private static func name(_ id: String) -> String {
        var name = ""
        for scalar in id.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isPlain || scalar == "_" || scalar == "." {
                name.unicodeScalars.append(scalar)
            } else if !name.hasSuffix("-") {
                name += "-"
            }
        }
        let trimmed = name.drop { $0 == "." || $0 == "-" }
        let whole = String(trimmed.reversed().drop { $0 == "." || $0 == "-" }.reversed())
        if whole.isEmpty { return "operation-\(suffix(id))" }
        return whole.utf8.count <= 100 ? whole : "\(whole.prefix(90))-\(suffix(id))"
    }

    private static func suffix(_ id: String) -> String { String(FileDigest.text(Array(id.utf8)).prefix(6)) }
}
