import Testing

@testable import WireFormats

@Suite struct ExtensionsTests {
    @Test(
        "The place of bytes is that of the first range",
        arguments: [
            ("abcab", "ab"), ("xxab", "ab"), ("aab", "ab"), ("aaab", "aab"), ("ab", "abc"), ("", "a"), ("a", "a"),
            ("xa", "b"), ("aba", "a"),
        ])
    func place(text: String, part: String) {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        for start in bytes.indices {
            #expect(bytes[start...].place(of: wanted) == bytes[start...].firstRange(of: wanted))
        }
        #expect(bytes[...].place(of: []) == 0..<0)
    }
}

@Suite("Suggested names") struct NearNamesTests {
    private static let known = ["listPets", "createPet", "deletePet", "GET /pets", "GET /pets/{id}"]

    @Test(
        "Typos of one or two letters, case and beginnings are recognized, the nearest first",
        arguments: [
            ("listPet", ["listPets"]), ("LISTPETS", ["listPets"]), ("lsitPets", ["listPets"]),
            ("create", ["createPet"]), ("get /pets", ["GET /pets", "GET /pets/{id}"]),
        ])
    func near(_ text: String, _ names: [String]) { #expect(NearNames(of: text, in: Self.known).names == names) }

    @Test(
        "Unlike, empty and endless names get no suggestion",
        arguments: ["", "x", "orders", String(repeating: "z", count: 9_999)])
    func far(_ text: String) { #expect(NearNames(of: text, in: Self.known).question.isEmpty) }

    @Test("A suggestion has at most three names") func question() {
        #expect(
            NearNames(of: "pet1", in: ["pet2", "pet3", "pet4", "pet5"]).question
                == " Did you mean \"pet2\", \"pet3\" or \"pet4\"?")
    }
}
