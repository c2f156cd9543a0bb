import Foundation
import TestSupport
import Testing

/// The pages that lead through the code name files; a file that moves takes its line along.
@Suite(.timeLimit(.minutes(5))) struct SourcesMapTests {
  @Test(
    "every path named in a README or CONTRIBUTING exists",
    arguments: ["Sources/README.md", "Tests/README.md", ".github/CONTRIBUTING.md"])
  func paths(page: String) throws {
    let root = URL(filePath: Fixtures.packageRoot)
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let folder = root.appending(path: page).deletingLastPathComponent()
    let links = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.output.1) }.filter { !$0.contains("://") }
    let scripts = text.matches(of: /`(\.ci\/[a-z-]+)/).map { String($0.output.1) }
    let testFolders =
      page.hasPrefix("Tests/") ? text.matches(of: /\| `([A-Za-z]+)` \|/).map { String($0.output.1) } : []
    let named =
      (links + testFolders).map { folder.appending(path: $0) } + scripts.map { root.appending(path: $0) }
    #expect(named.count >= 8)
    for file in named {
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page) names \(file.path)")
    }
  }

  @Test("every module and every folder of tests is on its map")
  func modules() throws {
    let root = URL(filePath: Fixtures.packageRoot)
    for (folder, mark) in [("Sources", "["), ("Tests", "`")] {
      let page = try String(contentsOf: root.appending(path: "\(folder)/README.md"), encoding: .utf8)
      let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      #expect(names.count >= 8)
      for name in names where name != "README.md" {
        #expect(page.contains("| \(mark)\(name)"), "\(folder)/README.md does not mention \(name)")
      }
    }
  }
}
