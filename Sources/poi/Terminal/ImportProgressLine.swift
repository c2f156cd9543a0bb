import Geography
import PlaceFiles
import PlaceStore

/// The progress of an import, on one line of the terminal.
@MainActor
final class ImportProgressLine {
  private let line: BottomLine
  private var hasFinished = false
  private let size: Int?
  private let start = ContinuousClock.now

  init(of file: String, in context: CommandContext) {
    line = BottomLine(on: context.console, isShown: context.hasStatusLine)
    size = SourceFile(at: file).map { Int($0.size) }
  }

  nonisolated func show(_ progress: ImportProgress) {
    Task { @MainActor in if !hasFinished { line.showSometimes(wording(of: progress)) } }
  }

  func finish() {
    // Progress that arrives late is not drawn.
    hasFinished = true
    line.end()
  }

  func wording(of progress: ImportProgress) -> String {
    guard case .reading(let places, let bytes) = progress else { return "sorting the places …" }
    guard places > 0 else { return "reading …" }
    let seconds = start.duration(to: .now) / .seconds(1)
    var words = "\(places) places, \(Int(clamping: Double(places) / max(seconds, 0.001))) a second"
    if let size, bytes > 0, seconds >= 1 {
      let remaining = seconds * Double(max(0, size - bytes)) / Double(bytes)
      words += ", \(Int(clamping: remaining.rounded(.up))) s to go"
    }
    return words
  }
}
