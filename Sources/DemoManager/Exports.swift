// The types of the library's own API: `import DemoManager` alone lets a program read a problem's message or set a
// request's method. Nothing else of these modules is handed on.
@_exported public import struct HTTPTypes.HTTPField
@_exported public import struct HTTPTypes.HTTPFields
@_exported public import struct HTTPTypes.HTTPRequest
@_exported public import struct HTTPTypes.HTTPResponse
@_exported public import struct WireFormats.InvalidText
@_exported public import struct WireFormats.JSONError
@_exported public import struct WireFormats.JSONNumber
@_exported public import struct WireFormats.JSONObject
@_exported public import struct WireFormats.JSONPath
@_exported public import enum WireFormats.JSONValue
@_exported public import struct WireFormats.Problem
