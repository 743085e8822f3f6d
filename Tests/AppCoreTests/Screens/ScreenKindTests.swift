import APIDocument
import AppCore
import Testing
import WireFormats

@Suite struct ScreenKindTests {
    private static let thing = "{type: object, properties: {id: {type: string}}}"

    @Test("what frameworks put around a function's name is in no title")
    func frameworkIDs() throws {
        let screens = try catalog(
            """
              /api/v1/tasks:
                get: {operationId: read_tasks_api_v1_tasks_get, \(answer("{type: array, items: {type: object, properties: {id: {}, name: {}}}}"))}
              /api/v1/tasks/{id}/done:
                post: {operationId: mark_done_api_v1_tasks__id__done_post, responses: {}}
              /bookings/{id}/confirm:
                post: {operationId: BookingsController_confirm, responses: {}}
            """
        ).screens
        #expect(screens.map(\.title).sorted() == ["Confirm", "Mark done", "Tasks"])
    }

    @Test(
        "An answer that is an array, or an object about one array of objects, is a collection; else an item",
        arguments: [
            ("/a", "{type: array, items: {type: string}}", Screen.Kind.collection, "", ""),
            (
                "/a", "{properties: {items: {type: array, items: \(thing)}, total: {type: integer}}}", .collection,
                "/items", ""
            ),
            (
                "/a", "{properties: {data: {type: array, items: \(thing)}, errors: {type: array, items: \(thing)}}}",
                .collection, "/data", ""
            ),
            (
                "/users", "{properties: {users: {type: array, items: \(thing)}, x: {}, y: {}}}", .collection, "/users",
                ""
            ),
            (
                "/a", "{properties: {x: {type: array, items: \(thing)}, y: {type: string}, z: {type: string}}}", .item,
                "", ""
            ),
            ("/a", "{properties: {data: \(thing)}}", .item, "", "/data"),
            ("/a", "{properties: {data: \(thing), meta: \(thing)}}", .item, "", ""),
            ("/a", "{properties: {data: \(thing), owner: \(thing)}}", .item, "", ""),
            (
                "/a",
                "{properties: {data: \(thing), included: {type: array, items: \(thing)}, links: {properties: {self: {}}}, jsonapi: {properties: {version: {}}}}}",
                .item, "", "/data"
            ),
            ("/a/{id}", "{properties: {items: {type: array, maxItems: 1, items: \(thing)}}}", .item, "", "/items/0"),
            ("/a/{id}", "{type: array, maxItems: 1, items: \(thing)}", .item, "", "/0"),
            ("/a", "{properties: {article: \(thing), ok: {type: boolean}}}", .item, "", "/article"),
            ("/a", "{properties: {article: \(thing), name: {type: string}}}", .item, "", ""),
            (
                "/a", "{properties: {_embedded: {properties: {a: {type: array, items: \(thing)}}}, _links: \(thing)}}",
                .collection, "/_embedded/a", ""
            ),
            (
                "/a", "{properties: {data: {properties: {results: {type: array, items: \(thing)}}}}}", .collection,
                "/data/results", ""
            ),
            ("/orders/{id}", "{properties: {id: {}, items: {type: array, items: \(thing)}}}", .item, "", ""),
            (
                "/tags/{id}", "{properties: {data: {type: array, items: \(thing)}, next: {type: string}}}", .collection,
                "/data", ""
            ),
            ("/a", "{properties: {data: {type: array, items: {type: string}}}}", .item, "", ""),
            ("/a", "{anyOf: [{type: 'null'}, {type: array, items: \(thing)}]}", .collection, "", ""),
            ("/a", "{type: string}", .item, "", ""),
        ])
    func kinds(path: String, schema: String, kind: Screen.Kind, rows: String, item: String) throws {
        let screen = try #require(try catalog("  \(path): {get: {\(answer(schema))}}").screens.first)
        #expect(screen.kind == kind)
        #expect(screen.rows.description == rows)
        #expect(screen.item.description == item)
    }

    @Test("Without a schema the example says what comes")
    func example() throws {
        let screens = try catalog(
            "  /a: {get: {responses: {'200': {content: {application/json: {example: {list: [{n: 1.5, d: x}]}}}}}}}"
        ).screens
        #expect(screens[0].kind == .collection)
        #expect(screens[0].columns.map(\.title) == ["N", "D"])
    }

    @Test("x-screen names, orders, hides and overrules; what it cannot have is a problem with its line")
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
        "A thing of a collection in a list of its own is an item where its path says so, or where it is written; else rows",
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
