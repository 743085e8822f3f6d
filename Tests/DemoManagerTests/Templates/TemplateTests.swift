import Foundation
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

/// One request that all rows are completed for.
private func received() -> ReceivedRequest {
    var request = HTTPRequest(
        method: .post, scheme: "https", authority: "api.test:8443",
        path: "/v1/users/Ada%20L?things=1&things=2&things=3&q=a%26b&ids%5B%5D=7&ids%5B%5D=8")
    request.headerFields[.init("X-Note")!] = "say \"hi\" <b>"
    request.headerFields[.cookie] = "sid=s1; theme=dark"
    let body = #"{"name":"Ada","tags":["x","y"],"n":3,"items":[{"id":1,"sub":[1,2]},{"id":2,"sub":[]}],"none":null}"#
    return ReceivedRequest(request, body: Data(body.utf8))
}

/// The text of a template, else the fault. 2021-06-15 15:16:17.250 UTC, and random values that repeat.
private func completed(_ text: String, _ request: ReceivedRequest = received()) -> String {
    do {
        let body = try TemplateParser.template(Array(text.utf8))
        let path = try URLTemplate("/users/{user}")
        let template = ResponseTemplate(body: body, parameters: ["plan": "pro", "list": [1, 2]], path: path)
        var reply = StubReply()
        try template.render(
            request, into: &reply, now: Date(timeIntervalSince1970: 1_623_770_177.25), random: TemplateRandom { 7 })
        return String(decoding: reply.body, as: UTF8.self)
    } catch {
        return "FAULT \(error)"
    }
}

@Suite struct TemplateTests {
    @Test(
        "A value of the request is written without escapes",
        arguments: [
            ("{{request.method}} {{{request.method}}} {{& request.method}}", "POST POST POST"),
            ("{{request.url}}", "/v1/users/Ada%20L?things=1&things=2&things=3&q=a%26b&ids%5B%5D=7&ids%5B%5D=8"),
            (
                "{{request.path}}|{{request.path.[1]}}|{{request.path.2}}|{{request.path.9}}",
                "/v1/users/Ada L|users|Ada L|"
            ),
            ("{{request.pathSegments.[0]}} {{request.path.user}}", "v1 Ada L"),
            ("{{request.query.things}}{{request.query.things.[1]}}{{request.query.things.last}}", "123"),
            ("{{request.query.things.first}}{{request.query.things.[-1]}}", "12"),
            ("{{request.query.q}} {{request.query.none}} {{lookup request.query 'ids[].1'}}", "a&b  8"),
            ("{{request.headers.X-Note}} {{request.headers.x-note.[0]}}", #"say "hi" <b> say "hi" <b>"#),
            ("{{{request.headers.[X-Note]}}} {{request.headers.Host}}", #"say "hi" <b> api.test:8443"#),
            ("{{request.cookies.sid}} {{request.cookies.theme}}", "s1 dark"),
            (
                "{{request.scheme}} {{request.host}} {{request.port}} {{request.baseUrl}}",
                "https api.test 8443 https://api.test:8443"
            ),
            ("{{parameters.plan}} {{parameters.list}} {{parameters.none}}", "pro [1,2] "),
            (#"a{{! note }}b{{!-- {{x}} --}}c \{{x}} d"#, "abc {{x}} d"), ("a {{~request.method~}} b", "aPOSTb"),
        ])
    func request(_ template: String, _ text: String) { #expect(completed(template) == text) }

    @Test(
        "A helper gives WireMock's result",
        arguments: [
            ("{{jsonPath request.body '$.name'}} {{jsonPath request.body 'n'}}", "Ada 3"),
            ("{{jsonPath request.body '$.items[0]'}}", #"{"id":1,"sub":[1,2]}"#),
            ("{{jsonPath request.body '$..id'}}", "[1,2]"),
            ("{{jsonPath request.body '$.size' default='M'}}{{jsonPath request.body '$.none'}}", "M"),
            ("{{now}}", "2021-06-15T15:16:17Z"), ("{{now offset='3 days'}}", "2021-06-18T15:16:17Z"),
            ("{{now offset='-24 seconds' format='HH:mm:ss.SSS'}}", "15:15:53.250"),
            ("{{now offset='1 years' format='EEEE, d MMM yy'}}", "Wednesday, 15 Jun 22"),
            ("{{now format='epoch'}} {{now format='unix'}}", "1623770177250 1623770177"),
            ("{{now timezone='Australia/Sydney' format='yyyy-MM-dd HH:mm:ssZ'}}", "2021-06-16 01:16:17+1000"),
            ("{{now offset='8 months' format=\"yyyy-MM-dd'T'h a ''\"}}", "2022-02-15T3 PM '"),
            ("{{now offset=(join 2 ' days' '') format='D'}}", "168"),
            ("{{math 1 '+' 2}} {{math 4 '-' 6}} {{math 2 '*' 3}} {{math 8 '/' 2}} {{math 10 '%' 3}}", "3 -2 6 4 1"),
            ("{{math 7 '/' 2}} {{math '1.5' '+' '1.5'}} {{math request.query.none '+' 1}}", "4 3.0 1"),
            ("{{trim '  a b '}}|{{#trim}}\n x \n{{/trim}}", "a b|x"),
            (
                "{{upper 'ab'}} {{lower 'AB'}} {{capitalize 'ada lovelace'}} {{#upper}}x{{/upper}}",
                "AB ab Ada Lovelace X"
            ),
            ("{{join 'a' 'b' '-'}} {{join (array 1 2) ', ' prefix='['}}", "a-b [1, 2"),
            ("{{size 'abcde'}} {{size request.query.things}} {{size (array)}}", "5 3 0"),
            ("{{base64 'a?'}} {{base64 'a' padding=false}} {{base64 'YT8=' decode=true}}", "YT8= YQ a?"),
            ("{{urlEncode 'a b&ü~'}} {{urlEncode 'a%20b+c' decode=true}}", "a+b%26%C3%BC%7E a b c"),
            ("{{range 3 6}} {{array 1 'two' true}}", #"[3,4,5,6] [1,"two",true]"#),
            ("{{defaultIfEmpty request.query.none 'usual'}}", "usual"),
            ("{{#parseJson 'made'}}{\"a\":{\"b\":1}}{{/parseJson}}{{made.a.b}}", "1"),
            ("{{parseJson request.body 'sent'}}{{sent.tags.[1]}} {{lookup (parseJson request.body) 'n'}}", "y 3"),
            ("{{#assign 'name'}}{{capitalize 'ada'}}{{/assign}}<{{name}}>", "<Ada>"),
        ])
    func helper(_ template: String, _ text: String) { #expect(completed(template) == text) }

    @Test(
        "A block selects and repeats its content",
        arguments: [
            ("{{#if request.query.q}}yes{{else}}no{{/if}}{{#if request.query.x}}yes{{else}}no{{/if}}", "yesno"),
            ("{{#unless request.query.x}}a{{else}}b{{/unless}}{{#if 0}}a{{^}}b{{/if}}", "ab"),
            ("{{#if false}}1{{else if (eq 1 2)}}2{{else if true}}3{{else}}4{{/if}}!", "3!"),
            ("{{#eq request.query.q 'a&b'}}y{{else}}n{{/eq}}{{eq 1 '1'}}{{neq 1 2 yes='Y' no='N'}}", "yfalseY"),
            ("{{gt 2 1}}{{gte 2 2}}{{lt 'a' 'b'}}{{lte 3 2}}{{gt request.query.things 0}}", "truetruetruefalsetrue"),
            ("{{#and 1 'a'}}y{{/and}}{{#or 0 ''}}n{{else}}o{{/or}}{{not true}}", "yofalse"),
            ("{{#if (contains 'abcde' 'bcd')}}y{{/if}}{{#contains (array 'a' 'b') 'ab'}}n{{/contains}}", "y"),
            ("{{contains request.query.things '3'}} {{contains request.headers.X-Note 'hi'}}", "true true"),
            (
                "{{#each (jsonPath request.body '$.tags')}}{{@index}}{{this}}{{@first}}{{@last}}{{#unless @last}},{{/unless}}{{/each}}",
                "0xfirst,1ylast"
            ),
            ("{{#each (jsonPath request.body '$.items') as |item i|}}{{i}}={{item.id}} {{/each}}", "0=1 1=2 "),
            ("{{#each (parseJson '{\"a\":1,\"b\":2}')}}{{@key}}{{.}}{{/each}}", "a1b2"),
            (
                "{{#each (jsonPath request.body '$.items')}}{{#each sub}}{{../id}}{{this}}{{request.method}}{{else}}-{{/each}}{{/each}}",
                "11POST12POST-"
            ),
            (
                "{{#each request.query.things}}{{this}};{{/each}}{{#each request.cookies}}{{@key}}:{{this}} {{/each}}",
                "1;2;3;sid:s1 theme:dark "
            ),
            (
                "{{#with (jsonPath request.body '$.items[0]') as |x|}}{{id}}{{x.id}}{{@root.request.method}}{{/with}}",
                "11POST"
            ),
            ("{{#each (range 1 3)}}{{#if (gt this 1)}}{{this}}{{/if}}{{/each}}", "23"),
        ])
    func block(_ template: String, _ text: String) { #expect(completed(template) == text) }

    @Test(
        "A random value has its type and length",
        arguments: [
            ("{{randomValue length=33 type='ALPHANUMERIC'}}", "[a-z0-9]{33}"), ("{{randomValue}}", "[a-z0-9]{36}"),
            ("{{randomValue length=27 type='ALPHABETIC' uppercase=true}}", "[A-Z]{27}"),
            ("{{randomValue length=10 type='NUMERIC'}}", "[0-9]{10}"),
            ("{{randomValue length=5 type='ALPHANUMERIC_AND_SYMBOLS'}}", "[!-}]{5}"),
            ("{{randomValue type='UUID'}}", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
            ("{{randomValue length=32 type='HEXADECIMAL' uppercase=true}}", "[0-9A-F]{32}"),
            ("{{pickRandom '1' '2' '3'}}", "[123]"), ("{{{pickRandom (jsonPath request.body '$.tags')}}}", "[xy]"),
            ("{{randomInt lower=5 upper=9}}", "[5-8]"), ("{{randomDecimal lower=1 upper=2}}", "1\\..*"),
        ])
    func random(_ template: String, _ expression: String) throws {
        let text = completed(template)
        #expect(try RegularExpression(expression).match(text) == .matched, "\(text)")
        #expect(completed(template) == text, "the same source gives the same value")
    }

    @Test(
        "Unknown text is refused with the alternatives, and so is an unterminated template",
        arguments: [
            ("{{systemValue key='PATH'}}", #""systemValue" is not a helper; there are and, array"#),
            ("{{hostname}}", #"no helper "hostname"; values are request and parameters"#),
            ("{{file 'x'}}", #""file" is not a helper"#), ("{{#xPath request.body '/a'}}{{/xPath}}", "xPath"),
            ("{{trim (env 'HOME')}}", #""env" is not a helper"#), ("{{request.bodies}}", "it has method, url"),
            ("{{now zone='x'}}", "now has no option zone; it has format, offset, timezone"),
            ("{{now format='QQ'}}", "letter Q"), ("{{now offset='3 fortnights'}}", "3 fortnights"),
            ("{{now timezone='Mars'}}", "Mars"), ("{{randomValue type='EMOJI'}}", "EMOJI"),
            ("{{math 1 '^' 2}}", "operator"), ("{{jsonPath request.body '$.a.length()'}}", "functions"),
            ("{{size}}", "size: it takes 1 argument, not 0"), ("{{> part}}", "partials"), ("{{#if x}}a", "\"x\""),
            ("{{#if 1}}a", "{{#if}} is not closed"), ("a{{/if}}", "{{/if}} has no beginning"),
            ("{{#if 1}}a{{/each}}", "closed by {{/each}}"), ("{{if 1}}", "is a block"),
            ("{{#now}}{{/now}}", "not a block"),
            ("{{request.method", "end the tag"), ("a\nb {{'x}}", "template line 2: a quote is not closed"),
            (#"{{jsonPath request.body \"$.a\"}}"#, "single quotes"),
            ("{{#each request.query}}{{@place}}{{/each}}", "@place"),
            (String(repeating: "{{#if 1}}", count: 40), "more than 32 deep"),
            ("{{" + String(repeating: "(", count: 99), "there are"),
            // A request cannot make a template run without end.
            ("{{#each (range 1 9000)}}{{#each (range 1 9000)}}{{/each}}{{/each}}", "more than 200000 steps"),
            (
                "{{#assign 'a'}}aaaaaaaaaa{{/assign}}"
                    + String(repeating: "{{#assign 'a'}}{{a}}{{a}}{{a}}{{a}}{{/assign}}", count: 20), "more than 16 MB"
            ),
            ("{{range 1 99999999}}", "at most 10000 apart"),
            ("{{range -9223372036854775808 9223372036854775807}}", "apart"),
            ("{{now offset=(join '-9223372036854775808' ' days' '')}}", "not an offset"),
            ("{{#if 0}}" + String(repeating: "{{else if 0}}", count: 99) + "{{/if}}", "more than 32 deep"),
            ("{{math 1 '/' 0}}", "divide by 0"), ("{{base64 '*' decode=true}}", "not Base64"),
            ("{{jsonPath request.headers.X-Note '$.a'}}", "not JSON"), ("{{gt 'a' 1}}", "two numbers or two texts"),
            ("{{randomInt lower=3 upper=3}}", "lower below upper"),
            (String(repeating: "a", count: (1 << 20) + 1), "1 MB"),
        ])
    func refused(_ template: String, _ part: String) {
        let text = completed(template)
        #expect(text.hasPrefix("FAULT") && text.contains(part), "\(text.prefix(200))")
    }

    @Test("A template that does not use the request's body does not need it") func body() throws {
        for (text, reads) in [
            ("{{request.url}}", false), ("{{request.body}}", true), ("{{lookup request 'body'}}", true), ("x", false),
            ("{{#with request as |r|}}{{r.body}}{{/with}}", true), ("{{jsonPath @root.request.body '$'}}", true),
        ] {
            #expect(try TemplateParser.template(Array(text.utf8)).readsBody == reads, "\(text)")
        }
    }

    @Test("The reference lists every helper, and no other") func documented() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Documentation/Reference/Templates.md").standardized
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix("## Helpers") }.filter { $0.hasPrefix("| `") }
        let names = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) }
        }
        #expect(names.sorted() == TemplateHelper.named.keys.sorted())
    }
}
