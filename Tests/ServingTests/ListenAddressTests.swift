import Testing
@testable import Serving
@Suite struct ListenAddressTests {}
