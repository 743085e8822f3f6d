import Testing

@testable import DemoTUI

@Suite("Names that may have been meant")
struct NearNamesTests {
    private static let known = ["listPets", "createPet", "deletePet", "GET /pets", "GET /pets/{id}"]

    @Test(
        "slips of one or two letters, other capitals and beginnings are recognised, the nearest first",
        arguments: [
            ("listPet", ["listPets"]), ("LISTPETS", ["listPets"]), ("lsitPets", ["listPets"]),
            ("create", ["createPet"]), ("get /pets", ["GET /pets", "GET /pets/{id}"]),
        ])
    func near(_ text: String, _ names: [String]) {
        #expect(NearNames(of: text, in: Self.known).names == names)
    }

    @Test(
        "what is like nothing, is empty or endless, brings no question",
        arguments: ["", "x", "orders", String(repeating: "z", count: 9_999)])
    func far(_ text: String) {
        #expect(NearNames(of: text, in: Self.known).question.isEmpty)
    }

    @Test("the question names at most three")
    func question() {
        #expect(
            NearNames(of: "pet1", in: ["pet2", "pet3", "pet4", "pet5"]).question
                == " Did you mean \"pet2\", \"pet3\" or \"pet4\"?")
    }
}
