#!/usr/bin/env bash
# Who may import whom (ARCHITECTURE.md). Prints every forbidden arrow and fails if there is one.
set -u
cd "$(dirname "$0")/.."
found=0

# forbid FOLDER REGEX WHY [EXCEPT]: no file below FOLDER, but those matching EXCEPT, imports a module matching REGEX.
forbid() {
    local rows
    rows=$(grep -rnE "^(public |internal |package |private |fileprivate |@testable |@preconcurrency |@_exported )*import +(struct |class |enum |func |protocol |typealias |var |let )?($2)([. ]|$)" \
        --include='*.swift' "$1" 2>/dev/null | grep -vE "${4:-^$}")
    [ -z "$rows" ] && return
    printf '%s\n%s\n' "Forbidden: $3" "$rows"
    found=1
}

app='AppCore|APIDocument|APIModel|SampleBackend|DemoTUI|Terminal|CNcurses'
forbid Sources/WireFormats "$app|DemoManager|SourceTexts" "WireFormats stands below everything"
forbid Sources/SourceTexts "$app|DemoManager" "SourceTexts knows WireFormats alone"
forbid Sources 'Yams|CYaml' "only SourceTexts reads YAML" '^Sources/SourceTexts/'
forbid Sources/APIDocument 'APIModel|AppCore|DemoManager|DemoManagerFiles|SampleBackend|DemoTUI|Terminal|CNcurses' "APIDocument knows no screens and no demo mode"
forbid Sources/APIModel 'AppCore|DemoManager|DemoManagerFiles|DocumentStubs|SampleBackend|DemoTUI|Terminal|CNcurses' "APIModel knows the document alone"
forbid Sources/AppCore 'DemoManager|DemoManagerFiles|SampleBackend|DemoTUI|Terminal|CNcurses' "AppCore never learns that a demo mode exists"
forbid Sources/DemoManager "$app" "DemoManager knows no app, no document and no terminal"
forbid Sources/DemoManager 'NIO[A-Za-z0-9]*|AsyncHTTPClient|Logging|GRDB|Hummingbird|ArgumentParser' "DemoManager links swift-http-types and nothing else"
forbid Sources/DemoManager 'DemoManagerFiles|SourceTexts' "a program without stub files carries no reader of them"
forbid Sources/DemoManagerURLSession 'DemoManagerFiles|SourceTexts' "a program without stub files carries no reader of them"
forbid Sources/DemoManagerFiles "$app|Recordings|DocumentStubs|NIO[A-Za-z0-9]*|XCTest|Testing" "stub files know the engine alone"
forbid Sources/DemoManager 'XCTest|Testing' "no test framework in the product"
forbid Sources/DocumentStubs 'AppCore|DemoTUI|Terminal|SampleBackend|CNcurses' "DocumentStubs knows a document and the engine, no app and no terminal"
forbid Sources/DemoGateway 'AppCore|DemoTUI|Terminal|SampleBackend|CNcurses' "the gateway knows the engine and a document, no app and no terminal"
forbid Sources 'DemoGateway' "the gateway is put together in DemoTUI" '^Sources/DemoTUI/(Composition|Commands)/'
forbid Sources/DemoManager 'Recordings|CZlib' "the engine's product carries no recorder and no system library"
forbid Sources/Recordings "$app|DocumentStubs|DemoGateway|DemoAdmin" "recordings know the engine alone"
forbid Sources 'CZlib' "only Recordings touches zlib" '^Sources/Recordings/'
forbid Sources/DemoManager 'DocumentStubs' "DemoManager knows no app, no document and no terminal"
forbid Sources/APIDocument 'DocumentStubs' "APIDocument knows no screens and no demo mode"
forbid Sources/SampleBackend 'AppCore|APIDocument|APIModel|DemoManager|DemoTUI|Terminal|CNcurses' "the sample's backend knows no app"
forbid Sources/ReplyHeads "$app|DemoManager|DemoGateway|WireFormats" "what guards a client's connections knows NIO alone"
forbid Sources/DemoAdmin "$app|DocumentStubs" "the admin API knows the engine alone"
forbid Sources 'CNcurses' "only Terminal touches ncurses" '^Sources/Terminal/'
forbid Sources 'FoundationNetworking' "demo-tui never links FoundationNetworking" '^Sources/DemoManagerURLSession/'
forbid Sources 'DemoManagerURLSession|DemoManagerTesting' "the app takes the engine alone" '^Sources/DemoManager(URLSession|Testing)/'
forbid Sources/DemoManagerURLSession "$app|XCTest|Testing" "the adapter knows the engine and URLSession alone"
forbid Sources 'XCTest|Testing' "only DemoManagerTesting links a test framework" '^Sources/DemoManagerTesting/'
forbid Sources/Terminal "AppCore|APIDocument|SampleBackend|DemoTUI|DemoManager|DemoManagerFiles|DemoGateway|DemoAdmin|DocumentStubs|WireFormats" "Terminal knows no app"
forbid Sources/DemoTUI 'DemoManager|DemoManagerFiles' "app and demo meet in DemoTUI/Demo, Composition and Commands" '^Sources/DemoTUI/(Demo|Composition|Commands)/'
forbid Sources/DemoTUI 'SampleBackend' "the backend is started in Composition and Commands" '^Sources/DemoTUI/(Composition|Commands)/'

# A person may change every key: texts of screens name one as \(key: .action), never by itself.
keys='([A-Za-z!/?>~]|\^[A-Z]|F[0-9]+|Esc|Tab|Enter|Space)'
verbs='(adds|applies|accepts|asks|begins|calls|changes|chooses|clears|closes|copies|edits|ends|filters|finds|follows|forgets|leaves|lists|loads|makes|moves|opens|picks|quits|resets|restores|returns|runs|saves|searches|sends|shows|starts|stops|switches|takes|ticks|tries)'
rows=$(grep -rnE "\"([^\"]*[ (])?([Pp]ress [^\\\\\"]|$keys(,|:)? $verbs\b|(Esc|Tab|Enter)\b[^]])" --include='*.swift' \
    Sources/DemoTUI/{App,Demo,Keys,Popups,Screens} | grep -vE ':[0-9]+: *///')
if [ -n "$rows" ]; then
    printf '%s\n%s\n' 'Forbidden: a key by its usual name; write \(key: .action)' "$rows"
    found=1
fi

[ "$found" -eq 0 ] && echo "Boundaries hold."
exit "$found"
