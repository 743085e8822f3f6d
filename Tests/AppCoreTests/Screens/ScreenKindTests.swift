import APIDocument
import AppCore
import Testing
import WireFormats

@Suite struct ScreenKindTests {
    private static let thing = "{type: object, properties: {id: {type: string}}}"

    private static let list = "{type: array, items: \(thing)}"
    private static let words = "{type: array, items: {type: string}}"
    private static let links = "{type: array, items: {type: object, properties: {url: {type: string}}}}"
    private static let map = "{type: object, additionalProperties: {type: string}}"

    @Test(
        "An answer that is an array, or an object with one array of objects, is a collection; else an item",
        arguments: [
            ("/a", words, .collection, "", ""), ("/a", "{anyOf: [{type: 'null'}, \(list)]}", .collection, "", ""),
            ("/a", "{type: string}", .item, "", ""),
            // A tuple is one item and no list of rows.
            (
                "/a", "{type: array, prefixItems: [{type: string}, {type: boolean}], items: {type: integer}}", .item,
                "", ""
            ),
            ("/a/{id}", "{type: array, maxItems: 1, items: \(thing)}", .item, "", "/0"),
            ("/a", "items: \(list), total: {type: integer}", .collection, "/items", ""),
            ("/a", "results: \(list)", .collection, "/results", ""),
            ("/a", "data: \(list), errors: \(list)", .collection, "/data", ""),
            ("/users", "users: \(list), x: {}, y: {}", .collection, "/users", ""),
            ("/a", "x: \(list), y: {type: string}, z: {type: string}", .item, "", ""),
            ("/orders/{id}", "id: {}, items: \(list)", .item, "", ""),
            ("/tags/{id}", "data: \(list), next: {type: string}", .collection, "/data", ""),
            ("/a", "data: \(words)", .item, "", ""),
            ("/a/{id}", "items: {type: array, maxItems: 1, items: \(thing)}", .item, "", "/items/0"),
            // Of an object about one object the item is that.
            ("/a", "data: \(thing)", .item, "", "/data"), ("/a", "data: \(thing), meta: \(thing)", .item, "", ""),
            ("/a", "data: \(thing), owner: \(thing)", .item, "", ""),
            (
                "/a",
                "data: \(thing), included: \(list), links: {properties: {self: {}}}, "
                    + "jsonapi: {properties: {version: {}}}", .item, "", "/data"
            ),
            ("/a", "article: \(thing), ok: {type: boolean}", .item, "", "/article"),
            ("/a", "article: \(thing), name: {type: string}", .item, "", ""),
            // Rows stand beside links, words, maps and counts, and in a page of a telling name.
            ("/a", "_embedded: {properties: {a: \(list)}}, _links: \(thing)", .collection, "/_embedded/a", ""),
            ("/a", "data: {properties: {results: \(list)}}", .collection, "/data/results", ""),
            (
                "/a", "kind: {}, id: {}, type: {}, total: {type: integer}, link: \(links), entry: \(list)", .collection,
                "/entry", ""
            ),
            ("/a", "resourceType: {}, link: \(links), part: \(list)", .collection, "/part", ""),
            (
                "/a", "startAt: {}, total: {}, issues: \(list), names: \(map), schema: \(map), warnings: \(words)",
                .collection, "/issues", ""
            ),
            (
                "/a", "nextPage: {}, pageSize: {}, issues: \(list), hints: \(words), names: \(map)", .collection,
                "/issues", ""
            ),
            (
                "/a",
                "took: {}, timed: {}, shards: {type: object, properties: {total: {}}}, "
                    + "hits: {type: object, properties: {total: {}, score: {}, hits: \(list)}}", .collection,
                "/hits/hits", ""
            ),
            // An item that has rows, words, tuples or a page among its members stays an item.
            ("/a", "id: {}, status: {}, total: {}, owner: {}, lines: \(list)", .item, "", ""),
            ("/a", "id: {}, lines: \(list), parts: \(list)", .item, "", ""),
            ("/a", "start: {}, total: {}, note: {}, id: {}, legs: \(list)", .item, "", ""),
            ("/a", "title: {}, note: {}, tags: \(words)", .item, "", ""),
            (
                "/a", "type: {const: Point}, coordinates: {type: array, prefixItems: [{type: number}], items: false}",
                .item, "", ""
            ),
            ("/a", "type: {const: Point}, coordinates: {type: array, items: {type: number}}", .item, "", ""),
            ("/a", "title: {}, author: {}, content: {type: object, properties: {sections: \(list)}}", .item, "", ""),
            (
                "/a",
                "user: {type: object, properties: {id: {}}}, "
                    + "data: {type: object, properties: {total: {}, items: \(list)}}", .item, "", ""
            ),
        ] as [(String, String, Screen.Kind, String, String)])
    func kinds(path: String, answer members: String, kind: Screen.Kind, rows: String, item: String) throws {
        let schema = members.hasPrefix("{") ? members : "{properties: {\(members)}}"
        let screen = try firstScreen("  \(path): {get: {\(answer(schema))}}")
        #expect(screen.kind == kind)
        #expect(screen.rows.description == rows && screen.item.description == item)
        if !rows.isEmpty { #expect(screen.columns.map(\.title) == ["Id"]) }
    }

    @Test("Without a schema the example determines the kind") func example() throws {
        let screens = try catalog(
            "  /a: {get: {responses: {'200': {content: {application/json: {example: {list: [{n: 1.5, d: x}]}}}}}}}"
        ).screens
        #expect(screens[0].kind == .collection)
        #expect(screens[0].columns.map(\.title) == ["N", "D"])
    }

    @Test("x-screen names, orders, hides and overrules; an invalid entry is a problem with its line")
    func wishes() throws {
        let catalog = try catalog(
            """
              /a: {get: {x-screen: {id: first, title: Mine, order: 2, columns: [b, none]}, \(answer("{type: array, items: {properties: {a: {}, b: {type: string}}}}"))}}
              /b: {get: {x-screen: {kind: none}, \(answer(Self.thing))}}
              /c: {get: {x-screen: {order: 1, kind: conversation, parameters: {q: nobody#/x, r: 'a#b', s: 7}}, parameters: [{name: s, in: query, schema: {type: integer}}], \(answer("{properties: {x: {type: array, items: \(Self.thing)}, y: {}, z: {}}}"))}}
              /d: {get: {x-screen: {id: first, kind: what, colour: red}, \(answer(Self.thing))}}
            """)
        #expect(catalog.sidebar.map(\.id) == ["c", "first", "d"])
        #expect(catalog["first"]?.title == "Mine")
        #expect(catalog["first"]?.columns.map(\.field.name) == ["b"])
        #expect(catalog["c"]?.kind == .conversation)
        #expect(catalog["c"]?.rows == JSONPointer(tokens: ["x"]))
        #expect(catalog["c"]?.filters == [])
        #expect(catalog.problems.map { $0.position?.line } == [5, 7, 8, 8, 8])
    }

    @Test(
        "An item in a list of one is an item if its path or a write says so; else rows",
        arguments: [
            ("/boxes/{boxId}", "", Screen.Kind.item), ("/boxes/{box}", "", .item), ("/boxes/{id}", "", .collection),
            ("/boxes/{id}", ", delete: {}", .item), ("/boxes/{shelfId}", "", .collection),
            ("/crates/{crateId}", "", .collection),
        ])
    func collectionOfOne(path: String, written: String, kind: Screen.Kind) throws {
        let rows = "{properties: {items: {type: array, items: \(Self.thing)}, total: {type: integer}}}"
        let catalog = try catalog("  /boxes: {get: {\(answer(rows))}}\n  \(path): {get: {\(answer(rows))}\(written)}")
        let screen = try #require(catalog.screens.first { $0.load?.path.text == path })
        #expect(screen.kind == kind)
        #expect(screen.item.description == (kind == .item ? "/items/0" : ""))
    }
}
