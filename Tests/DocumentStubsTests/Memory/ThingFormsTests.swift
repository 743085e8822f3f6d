import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Things of several forms, which a member of them tells apart.
@Suite struct ThingFormsTests {
    private static let forms = [
        "Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, required: [lives], properties: {lives: {type: integer}}}]}",
        """
        Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, required: [barks],
                    properties: {barks: {type: boolean}, password: {type: string, writeOnly: true}}}]}
        """,
    ]
    private static func api(_ animal: String) throws -> DemoAPI {
        let json = "content: {application/json: {schema: {$ref: '#/components/schemas/Animal'}}}"
        return try DemoAPI(
            [
                """
                /animals:
                    get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Animal'}}}}}}}
                    post: {requestBody: {\(json)}, responses: {'201': {\(json)}}}
                """,
                """
                /animals/{id}:
                    get: {responses: {'200': {\(json)}}}
                    put: {requestBody: {\(json)}, responses: {'200': {\(json)}}}
                    patch: {requestBody: {\(json)}, responses: {'200': {\(json)}}}
                """,
            ], schemas: forms + [animal])
    }

    private static let mapped = """
        Animal: {type: object, required: [id, kind], discriminator: {propertyName: kind, mapping: {cat: Cat, dog: '#/components/schemas/Dog'}},
              properties: {id: {type: integer, readOnly: true}, kind: {type: string}, name: {type: string}}}
        """
    private static let unmapped = mapped.replacing(", mapping: {cat: Cat, dog: '#/components/schemas/Dog'}", with: "")

    @Test(
        "What one form of a thing is only ever sent comes back in no reply, and no thing has what only another form has",
        arguments: [(mapped, "dog", "cat"), (unmapped, "Dog", "Cat")])
    func forms(animal: String, dog: String, cat: String) throws {
        let api = try Self.api(animal)
        for _ in 0..<3 {
            let sent: JSONValue = ["kind": .string(dog), "name": "Rex", "barks": true, "password": "hunter2"]
            let made = try api.send(.post, "/animals", sent)
            let id = try #require(made["id"]?.scalarText)
            for shown in [made, try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
                #expect(Set(shown.objectValue?.keys ?? []) == ["id", "kind", "name", "barks"], "\(shown)")
            }
            let patched = try api.send(.patch, "/animals/\(id)", ["password": "x", "name": "Bo"])
            #expect(patched["password"] == nil && patched["name"] == "Bo" && patched["barks"] == true)
            #expect(try api.send(.get, "/animals/\(id)")["password"] == nil)
            let changed = try api.send(.put, "/animals/\(id)", ["kind": .string(cat), "name": "Tom", "lives": 9])
            for shown in [changed, try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
                #expect(Set(shown.objectValue?.keys ?? []) == ["id", "kind", "name", "lives"], "\(shown)")
            }
        }
    }

    @Test("What a PUT leaves out of a thing that was posted is gone, in the thing and in its list")
    func leftOut() throws {
        let api = try Self.api(Self.mapped)
        let id = try #require(
            try api.send(.post, "/animals", ["kind": "cat", "name": "Tom", "lives": 9])["id"]?.scalarText)
        _ = try api.send(.put, "/animals/\(id)", ["kind": "cat", "lives": 8])
        for shown in [try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
            #expect(shown["name"] == nil && shown["lives"] == 8)
        }
    }
}
