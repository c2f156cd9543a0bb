import FoundationEssentials
import Glibc

/// What a running program has received over its connections, as the kernel counts it.
package struct ProcessTransfers {
  private let process: pid_t
  private static let clockTicks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))

  package init(of process: pid_t) {
    self.process = process
  }

  /// Waits until one of its connections brings too little for too long.
  ///
  /// - Parameter patience: how many seconds the server may be silent.
  /// - Throws: `CancellationError`, also at once where the kernel does not tell what connections bring.
  package func untilStalled(patience: Int) async throws {
    var progress = TransferProgress(patience: Double(patience))
    while let sample = sample() {
      if progress.isStalled(at: sample) { return }
      try await Task.sleep(for: .seconds(1))
    }
    throw CancellationError()
  }

  /// What it has done up to now; `nil` where the kernel does not tell.
  func sample() -> TransferProgress.Sample? {
    guard let processorTime, let fileBytes, let counts = TCPCounters.received() else { return nil }
    let own = connections
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return TransferProgress.Sample(
      time: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
      received: counts.filter { own.contains($0.key) }, processorTime: processorTime, fileBytes: fileBytes)
  }

  /// The numbers of its sockets.
  private var connections: Set<UInt64> {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { name in
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
          target.hasPrefix("socket:[")
        else { return nil }
        return UInt64(target.dropFirst("socket:[".count).dropLast())
      })
  }

  /// In seconds.
  private var processorTime: Double? {
    // Behind the name, which may hold anything; the 12th and 13th of the fields there are the program's and the
    // system's time.
    guard let text = text("stat"), let nameEnd = text.lastIndex(of: ")") else { return nil }
    let fields = text[nameEnd...].split(separator: " ").dropFirst().map { Double($0) ?? 0 }
    return fields.count > 12 ? (fields[11] + fields[12]) / Self.clockTicks : nil
  }

  private var fileBytes: UInt64? {
    text("io")?.split(separator: "\n").prefix(2).reduce(0) { sum, line in
      sum + (line.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
    }
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)
  }
}

/// What the kernel's sock_diag(7) says of TCP connections.
private enum TCPCounters {
  // Of linux/netlink.h, linux/sock_diag.h, linux/inet_diag.h and linux/tcp.h, which Swift does not import.
  private static let sockDiagProtocol: Int32 = 4
  private static let byFamily: UInt16 = 20
  private static let requestOfAll: UInt16 = 0x301
  private static let (headSize, requestSize, answerSize) = (16, 56, 72)
  private static let inodeOffset = 68
  private static let infoAttribute: UInt16 = 2
  private static let receivedOffset = 128

  /// The bytes that each connection of this machine has received, by the numbers of the sockets; `nil` where the kernel
  /// does not tell.
  static func received() -> [UInt64: UInt64]? {
    let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), sockDiagProtocol)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var counts: [UInt64: UInt64] = [:]
    for family in [AF_INET, AF_INET6] {
      let request = request(of: UInt8(family))
      guard send(descriptor, request, request.count, 0) == request.count,
        take(from: descriptor, into: &counts)
      else { return nil }
    }
    return counts
  }

  private static func request(of family: UInt8) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: headSize + requestSize)
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt32(bytes.count), toByteOffset: 0, as: UInt32.self)
      bytes.storeBytes(of: byFamily, toByteOffset: 4, as: UInt16.self)
      bytes.storeBytes(of: requestOfAll, toByteOffset: 6, as: UInt16.self)
      bytes[headSize] = family
      bytes[headSize + 1] = UInt8(IPPROTO_TCP)
      bytes[headSize + 2] = 1 << (UInt8(infoAttribute) - 1)
      bytes.storeBytes(of: UInt32.max, toByteOffset: headSize + 4, as: UInt32.self)
    }
    return bytes
  }

  /// - Returns: whether the answer was whole.
  private static func take(from descriptor: Int32, into counts: inout [UInt64: UInt64]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      let end: Bool? = buffer.withUnsafeBytes { buffer in
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while rest.count >= headSize {
          let size = Int(rest.loadUnaligned(as: UInt32.self))
          let type = rest.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
          // NLMSG_DONE and NLMSG_ERROR.
          if type == 3 { return true }
          guard type == byFamily, (headSize...rest.count).contains(size) else { return false }
          take(UnsafeRawBufferPointer(rebasing: rest[headSize..<size]), into: &counts)
          rest = UnsafeRawBufferPointer(rebasing: rest[min(aligned(size), rest.count)...])
        }
        return nil
      }
      if let end { return end }
    }
  }

  /// Takes one connection and its attributes.
  private static func take(_ answer: UnsafeRawBufferPointer, into counts: inout [UInt64: UInt64]) {
    guard answer.count >= answerSize else { return }
    let inode = UInt64(answer.loadUnaligned(fromByteOffset: inodeOffset, as: UInt32.self))
    var rest = UnsafeRawBufferPointer(rebasing: answer[answerSize...])
    while rest.count >= 4 {
      let size = Int(rest.loadUnaligned(as: UInt16.self))
      let type = rest.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
      guard (4...rest.count).contains(size) else { return }
      if type == infoAttribute, size >= 4 + receivedOffset + 8 {
        counts[inode] = rest.loadUnaligned(fromByteOffset: 4 + receivedOffset, as: UInt64.self)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[min(aligned(size), rest.count)...])
    }
  }

  /// Messages and attributes begin at multiples of four bytes.
  private static func aligned(_ size: Int) -> Int { (size + 3) & ~3 }
}
