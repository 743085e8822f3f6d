import HTTPTypes
import Testing
import WireFormats

/// Documents in the styles of OData and HAL.
@Suite struct StyleTests {
    private static let document = """
        paths:
          /Products:
            get:
              parameters: [{name: $top, in: query, schema: {type: integer}}, {name: $skip, in: query, schema: {type: integer}}]
              \(ok("{type: object, properties: {'@odata.context': {type: string}, '@odata.count': {type: integer}, value: {type: array, items: {type: object, properties: {ID: {type: integer}, Name: {type: string}}}}}}"))
          /streams/{id}:
            get: {\(ok("{type: object, properties: {result: {type: object, properties: {id: {type: integer}}}, error: {type: object, properties: {code: {type: integer}}}}}"))}
          /zones:
            get:
              parameters: [{name: dnssec, in: query, schema: {type: boolean, default: true}}]
              \(ok("{type: object, properties: {zones: {type: array, items: {type: object, properties: {id: {type: integer}, dnssec: {type: boolean}}}}, total_entries: {type: integer}}}"))
          /orders:
            get: {responses: {'200': {description: ok, content: {application/hal+json: {schema: {type: object, properties: {_embedded: {type: object, properties: {orders: {type: array, items: {$ref: '#/components/schemas/Order'}}}}, _links: {type: object}}}}}}}}
            post:
              \(sent("{type: object, properties: {note: {type: string}, card: {$ref: '#/components/schemas/Card'}}}"))
              responses: {'201': {description: made, content: {application/hal+json: {schema: {$ref: '#/components/schemas/Order'}, example: {id: 7, note: none, self: 'https://x.example/v7/orders/7/lines?of=7'}}}}}
          /orders/{id}:
            get: {responses: {'200': {description: ok, content: {application/hal+json: {schema: {$ref: '#/components/schemas/Order'}, example: {id: 7, note: none, self: /orders/7}}}}}}
            delete: {\(ok("{type: object, required: [id, deleted], properties: {id: {type: integer}, deleted: {type: boolean}}}"))}
        components:
          schemas:
            Card: {type: object, properties: {number: {type: string}, code: {type: string, writeOnly: true}}}
            Order: {type: object, required: [id], properties: {id: {type: integer}, note: {type: string}, self: {type: string}, card: {$ref: '#/components/schemas/Card'}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("OData members with `@` describe the reply: `value` has the page's rows, and the count is their total")
    func odata() throws {
        let second = try api.send(.get, "/Products?$top=2&$skip=2")
        #expect(second["value"]?.arrayValue?.compactMap { $0["ID"] } == [3, 4])
        #expect(second["@odata.count"]?.intValue == 57)
    }

    @Test("A success has no error; defaults that are not names do not filter; entries are counted")
    func successes() throws {
        #expect(try api.send(.get, "/streams/1").objectValue?.keys == ["result"])
        let zones = try api.send(.get, "/zones")
        #expect(zones["zones"]?.arrayValue?.contains { $0["dnssec"] == false } == true)
        #expect(zones["total_entries"]?.intValue == zones["zones"]?.arrayValue?.count)
    }

    @Test("Links of an item refer to it; none are made up; write-only members are not shown, nested ones included")
    func links() throws {
        let sent: JSONValue = ["note": "x", "card": ["number": "4", "code": "123"]]
        let made = try api.send(.post, "/orders", sent)
        let id = try #require(made["id"]?.scalarText)
        #expect(
            id != "7" && made["self"] == nil || made["self"] == .string("https://x.example/v7/orders/\(id)/lines?of=7"))
        #expect(made["card"] == ["number": "4"])
        #expect(try api.send(.get, "/orders/31")["self"] == "/orders/31")
        #expect(try api.send(.get, "/orders")["_links"] == [:])
        #expect(try api.send(.delete, "/orders/31")["deleted"] == true)
    }
}

/// Items as JSON:API has them: their members in `attributes`, other items in `relationships`.
@Suite struct ResourceObjectTests {
    private static let document = """
        paths:
          /articles:
            get: {responses: {'200': {description: ok, content: {application/vnd.api+json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Article'}}}}}}}}}
          /people:
            get: {responses: {'200': {description: ok, content: {application/vnd.api+json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Person'}}}}}}}}}
        components:
          schemas:
            Article:
              type: object
              required: [type, id, attributes, relationships]
              properties:
                type: {type: string, enum: [articles]}
                id: {type: string}
                attributes: {type: object, required: [title, rating, status], properties: {title: {type: string}, rating: {type: integer}, status: {type: string, enum: [draft, published]}}}
                relationships:
                  type: object
                  required: [author, readers]
                  properties:
                    author: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/PersonLink'}}}
                    readers: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/PersonLink'}}}}
            PersonLink: {type: object, required: [type, id], properties: {type: {type: string, enum: [people]}, id: {type: string}}}
            Person: {type: object, required: [type, id], properties: {type: {type: string, enum: [people]}, id: {type: string}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String) throws -> [JSONValue] { try api.send(.get, path)["data"]?.arrayValue ?? [] }

    @Test("Rows are sorted and filtered by their attributes, with any brackets and blanks")
    func attributes() throws {
        let all = try rows("/articles")
        let ratings = try rows("/articles?sort=-rating").compactMap { $0["attributes"]?["rating"]?.intValue }
        #expect(ratings.count == all.count && ratings == ratings.sorted(by: >))
        let drafts = try rows("/articles?filter[status]=draft")
        #expect(!drafts.isEmpty && drafts.allSatisfy { $0["attributes"]?["status"] == "draft" })
        let title = try #require(
            all.lazy.compactMap { $0["attributes"]?["title"]?.stringValue }.first { $0.contains(" ") })
        for blank in ["%20", "+"] {
            for name in ["filter[title]", "filter%5Btitle%5D"] {
                let found = try rows("/articles?\(name)=\(title.replacing(" ", with: blank))")
                #expect(!found.isEmpty && found.count < all.count)
                #expect(found.allSatisfy { $0["attributes"]?["title"]?.stringValue?.contains(title) == true })
            }
        }
    }

    @Test("Relationships refer to items that the lists have") func relationships() throws {
        let people = Set(try rows("/people").compactMap { $0["id"] })
        for article in try rows("/articles") {
            let links = article["relationships"]?["readers"]?["data"]?.arrayValue ?? []
            let author = try #require(article["relationships"]?["author"]?["data"])
            #expect((links + [author]).allSatisfy { $0["id"].map(people.contains) == true })
        }
    }
}
