import Foundation
import Geography
import Glibc
import Nearby
import Places
import Positioning
import TestSupport
import Testing

@Suite struct WatchStateFileTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let terrain = Terrain()

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.url.appendingPathComponent("state.json").path
  }

  /// Inside of one place, about to enter another, and just out of a third.
  private var memory: ProximityMonitor.State {
    var monitor = ProximityMonitor(rules: ProximityRules())
    let places = [
      terrain.place("inside", east: 100, proximity: 500, name: "Sisällä"), terrain.place("left"),
      terrain.place("next", east: 250),
    ]
    let fences = FenceIndex(places, rules: monitor.rules)
    for fix in terrain.track([0, 100, 120, 240]) {
      _ = monitor.update(with: fix, among: fences)
    }
    return monitor.state
  }

  @Test("loads the state that it saved")
  func roundTrip() throws {
    let file = WatchStateFile(path: path)
    let saved = memory
    try file.save(saved)
    #expect(try file.load() == saved)
  }

  @Test("a missing file is an empty memory")
  func missing() throws {
    #expect(try WatchStateFile(path: path).load() == nil)
  }

  @Test("a link leads to the state, which need not be there yet; its folder must be")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "new.json")
    func save() throws {
      let file = WatchStateFile(path: path)
      #expect(try file.load() == nil)
      try file.save(memory)
    }
    // Only then is the file no longer in use.
    try save()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "new.json")
    #expect(try WatchStateFile(path: folder.path(of: "new.json")).load() == memory)
    let lost = folder.path(of: "lost.json")
    try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: "missing/new.json")
    #expect(throws: WatchStateFile.Problem.inaccessible(path: lost, code: ENOENT)) {
      try WatchStateFile(path: lost).save(memory)
    }
  }

  @Test("an empty file, as mktemp makes one, is an empty memory")
  func empty() throws {
    #expect(try WatchStateFile(path: folder.write("", as: "empty.json")).load() == nil)
  }

  @Test(
    "refuses a file that is not a state",
    arguments: [
      "hello", "[]", "{}", #"{"schema":1}"#, #"{"schema":"1","memory":{}}"#, #"{"schema":1,"memory":[]}"#,
    ])
  func malformed(text: String) throws {
    let path = try folder.write(text, as: "malformed.json")
    #expect(throws: WatchStateFile.Problem.malformed(path: path)) { try WatchStateFile(path: path).load() }
  }

  @Test("leaves a later version's file alone, whatever else it contains")
  func newer() throws {
    let path = try folder.write(#"{"schema":2,"remembered":[]}"#, as: "newer.json")
    #expect(throws: WatchStateFile.Problem.newer(path: path)) { try WatchStateFile(path: path).load() }
  }

  @Test(
    "refuses a memory that no monitor could have written",
    arguments: [
      (#""id":"inside""#, #""id":"other""#), (#""radius":500"#, #""radius":-500"#),
      (#""streak":0"#, #""streak":-1"#),
      (#""streak":0"#, #""streak":9223372036854775807"#), (#""latitude":60"#, #""latitude":160"#),
      (#""metres":500"#, #""metres":-500"#), (#""time":"#, #""time":1e300,"was":"#),
    ])
  func unsound(sound: String, unsound: String) throws {
    try WatchStateFile(path: path).save(memory)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains(sound))
    try Data(text.replacing(sound, with: unsound).utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: WatchStateFile.Problem.malformed(path: path)) { try WatchStateFile(path: path).load() }
  }

  @Test("a missing folder, or a file in its place, is a problem of the path")
  func unwritable() throws {
    for folder in ["missing", try folder.write("", as: "file")] {
      let path = "\(folder)/state.json"
      do throws(WatchStateFile.Problem) {
        try WatchStateFile(path: path).save(memory)
        Issue.record("\(path) was written")
      } catch {
        guard case .inaccessible(path, _) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("says that a folder refuses new files, rather than that there is no file")
  func refusingFolder() {
    // Not even root may make a file there.
    let error = #expect(throws: WatchStateFile.Problem.self) {
      try WatchStateFile(path: "/sys/state.json").save(memory)
    }
    guard case .inaccessible(_, EACCES) = error else {
      // Where it is mounted read-only, it is the folder that cannot be written.
      return #expect(error == .inaccessible(path: "/sys", code: EROFS))
    }
  }

  @Test("names the folder that cannot be written", .enabled(if: getuid() != 0))
  func readOnlyFolder() throws {
    let folder = folder.url.path
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    #expect(throws: WatchStateFile.Problem.inaccessible(path: folder, code: EACCES)) {
      try WatchStateFile(path: path).save(memory)
    }
  }

  @Test("cannot read a folder in place of the file")
  func folderInPlace() throws {
    let path = folder.url.path
    #expect(throws: WatchStateFile.Problem.inaccessible(path: path, code: EISDIR)) {
      try WatchStateFile(path: path).load()
    }
  }

  @Test("neither reads nor replaces a device or a pipe in place of the file")
  func noFile() throws {
    try #require(mkfifo(path, 0o600) == 0)
    for path in ["/dev/null", path] {
      #expect(throws: WatchStateFile.Problem.noFile(path: path)) { try WatchStateFile(path: path).load() }
    }
  }

  @Test("two watches cannot share a state, but one can follow the other")
  func inUse() throws {
    do {
      let first = WatchStateFile(path: path)
      try first.save(memory)
      #expect(throws: WatchStateFile.Problem.inUse(path: path)) { try WatchStateFile(path: path).load() }
    }
    let second = WatchStateFile(path: path)
    _ = try second.load()
    #expect(throws: WatchStateFile.Problem.inUse(path: path)) { try WatchStateFile(path: path).load() }
  }

  @Test("neither waits for nor writes to files that others put under guessable names")
  func guessedNames() throws {
    let victim = try folder.write("mine", as: "victim")
    let guessed = "\(path).\(getpid())"
    try #require(mkfifo(guessed, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(path).tmp", withDestinationPath: victim)
    try WatchStateFile(path: path).save(memory)
    #expect(try WatchStateFile(path: path).load() == memory)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
    #expect(try folder.fileNames == ["state.json", "state.json.\(getpid())", "state.json.tmp", "victim"])
  }

  @Test("keeps a link, and lets only its owner read the target")
  func link() throws {
    let link = folder.url.appendingPathComponent("link").path
    try WatchStateFile(path: path).save(memory)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try WatchStateFile(path: link).save(ProximityMonitor.State())
    #expect(try WatchStateFile(path: path).load() == ProximityMonitor.State())
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a failed write leaves the old state")
  func wholeAtAnyMoment() throws {
    let file = WatchStateFile(path: path)
    let saved = memory
    try file.save(saved)
    var monitor = ProximityMonitor(rules: ProximityRules())
    // No JSON can hold it.
    let fix = Location(coordinate: terrain.coordinate(east: 0), altitude: .infinity)
    _ = monitor.update(with: fix, among: FenceIndex(rules: monitor.rules))
    #expect(throws: WatchStateFile.Problem.self) { try file.save(monitor.state) }
    #expect(try file.load() == saved)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state.json"])
  }
}
