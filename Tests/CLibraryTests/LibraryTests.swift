import CLibrary
import Glibc
import Testing

@Suite struct LibraryTests {
  /// Opens a library and looks up functions, and returns how many of their addresses are known afterwards.
  private static func open(_ name: String, functions: [String]) -> (isOpen: Bool, again: Bool, known: Int) {
    let texts = functions.map { strdup($0) }
    let name = strdup(name)
    defer { (texts + [name]).forEach { free($0) } }
    var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: functions.count)
    let (isOpen, again) = addresses.withUnsafeMutableBufferPointer { addresses in
      texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { texts in
        var library = clibrary(
          name: name, functions: texts.baseAddress, count: texts.count, addresses: addresses.baseAddress,
          is_open: false)
        return (clibrary_open(&library), clibrary_open(&library))
      }
    }
    return (isOpen, again, addresses.count { $0 != nil })
  }

  @Test("looks up every function of a library")
  func present() {
    let opened = Self.open("libc.so.6", functions: ["strlen", "strcmp"])
    #expect(opened == (true, true, 2))
  }

  @Test("a library that is not installed is an error, each time")
  func absent() {
    let opened = Self.open("libpoi-does-not-exist.so.1", functions: ["strlen"])
    #expect(opened == (false, false, 0))
  }

  @Test("a library that lacks a function is an error")
  func tooOld() {
    let opened = Self.open("libc.so.6", functions: ["strlen", "poi_does_not_exist"])
    #expect(!opened.isOpen && !opened.again)
  }
}
