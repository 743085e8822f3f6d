// The types of the library's own API, so that `import DemoManager` suffices to read a problem's message or to set a
// request's method. No other types of these modules are exported.
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
