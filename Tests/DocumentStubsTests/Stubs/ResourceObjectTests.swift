import HTTPTypes
import Testing
import WireFormats

/// Things as JSON:API has them: their members in `attributes`, other things in `relationships`.
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
                attributes: {type: object, required: [title, rating], properties: {title: {type: string}, rating: {type: integer}}}
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

    @Test("Rows are sorted and chosen by their attributes, however brackets and blanks are written")
    func attributes() throws {
        let all = try rows("/articles")
        let ratings = try rows("/articles?sort=-rating").compactMap { $0["attributes"]?["rating"]?.intValue }
        #expect(ratings.count == all.count && ratings == ratings.sorted(by: >))
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

    @Test("Relationships lead to things that the lists have")
    func relationships() throws {
        let people = Set(try rows("/people").compactMap { $0["id"] })
        for article in try rows("/articles") {
            let links = article["relationships"]?["readers"]?["data"]?.arrayValue ?? []
            let author = try #require(article["relationships"]?["author"]?["data"])
            #expect((links + [author]).allSatisfy { $0["id"].map(people.contains) == true })
        }
    }
}
