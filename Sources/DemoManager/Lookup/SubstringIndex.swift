/// Stubs by a substring of the absolute URL. One automaton finds all substrings in one pass; those added since it was
/// compiled are tried one by one until there are enough of them to compile again.
struct SubstringIndex: Sendable {
    /// An automaton over the first `count` texts.
    struct Compiled: Sendable {
        let automaton: SubstringAutomaton
        let count: Int
    }

    private var numbers: [[UInt8]: Int] = [:]
    private var texts: [[UInt8]] = []
    private var stubs: [MethodBuckets] = []
    private var compiled: Compiled?
    private var used = 0

    var isEmpty: Bool { used == 0 }

    mutating func insert(_ entry: StubEntry, containing text: String) {
        let bytes = Array(text.utf8)
        let number: Int
        if let known = numbers[bytes] {
            number = known
        } else {
            number = texts.count
            numbers[bytes] = number
            texts.append(bytes)
            stubs.append(MethodBuckets())
        }
        if stubs[number].isEmpty { used += 1 }
        stubs[number].insert(entry)
    }

    mutating func remove(_ entry: StubEntry, containing text: String) {
        guard let number = numbers[Array(text.utf8)] else { return }
        stubs[number].remove(entry)
        guard stubs[number].isEmpty else { return }
        used -= 1
        if used == 0 { self = SubstringIndex() }
    }

    func forEachList(_ facts: RequestFacts, _ visit: ([StubEntry]) -> Void) {
        guard used > 0 else { return }
        compiled?.automaton.forEachMatch(in: facts.absoluteURL) { number in
            stubs[number].forEachList(facts, visit)
        }
        for number in (compiled?.count ?? 0)..<texts.count where facts.absoluteURL.contains(texts[number]) {
            stubs[number].forEachList(facts, visit)
        }
    }

    /// Whether so many texts are not in the automaton that compiling pays. Compile outside of locks.
    var needsCompiling: Bool {
        let known = compiled?.count ?? 0
        return texts.count - known > max(8, known / 64)
    }

    /// An automaton over all texts.
    func compile() -> Compiled { Compiled(automaton: SubstringAutomaton(texts), count: texts.count) }

    /// Uses an automaton made by `compile()` of an index with the same texts, or fewer.
    mutating func use(_ compiled: Compiled) {
        guard compiled.count <= texts.count, compiled.count > self.compiled?.count ?? 0 else { return }
        self.compiled = compiled
    }
}
