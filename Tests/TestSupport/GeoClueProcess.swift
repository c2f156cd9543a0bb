import Foundation
import Glibc

/// A real GeoClue on its own bus, with a scripted receiver.
///
/// GeoClue's configuration has a fixed path, so a mount namespace binds a file over it, which takes root.
public struct GeoClueProcess: Sendable {
  /// Whether everything it needs is available.
  public static let isThere =
    geteuid() == 0
    && [
      "/usr/libexec/geoclue", agent, "/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/bin/python3",
      "/usr/bin/unshare",
    ].allSatisfy(FileManager.default.isExecutableFile) && canMount

  private static let agent = "/usr/libexec/geoclue-2.0/demos/agent"

  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-m", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Which of its parts cooperate.
  public enum Setting: String, Sendable {
    case complete
    /// No desktop agent decides whether a program may have the position.
    case withoutAgent
    /// The configuration forbids it.
    case refusing
  }

  private let folder: TemporaryDirectory
  private let setting: Setting

  /// A GeoClue that runs as long as a command.
  ///
  /// - Parameter walk: latitudes and longitudes that the receiver goes through, one a second; it stays at the last.
  /// - Throws: an error if there is no folder for its files.
  public init(_ setting: Setting = .complete, walk: [(Double, Double)] = [(60.17, 24.94)]) throws {
    folder = try TemporaryDirectory.forSocket()
    self.setting = setting
    _ = try folder.write(Data(Self.bus(at: folder.path(of: "bus")).utf8), as: "bus.conf")
    _ = try folder.write(Data(configuration.utf8), as: "geoclue.conf")
    _ = try folder.write(Data(Self.receiver.utf8), as: "receiver.py")
    _ = try folder.write(Data(walk.map { "\($0.0) \($0.1)\n" }.joined().utf8), as: "walk")
  }

  /// Runs a program that finds this GeoClue on the system bus, and calls `act` after this many lines.
  ///
  /// - Parameter act: called once the program has written `count` lines.
  public func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    afterLines count: Int = .max,
    _ act: @escaping @Sendable (GeoClueProcess) throws -> Void = { _ in }
  ) async throws -> CommandRunner.Outcome {
    let script = ["-m", "/bin/sh", "-c", Self.script, "sh", folder.url.path, setting.rawValue, program]
    return try await CommandRunner.run(
      "/usr/bin/unshare", script + arguments, environment: environment, afterLines: count
    ) { _ in try act(self) }
  }

  /// Kills the service, which restarts at once.
  ///
  /// - Throws: an error if it is not running.
  public func kill() throws {
    let text = try String(contentsOfFile: folder.path(of: "geoclue.pid"), encoding: .utf8)
    guard let process = Int32(text.prefix { !$0.isNewline }) else { throw POSIXError(.ESRCH) }
    Glibc.kill(process, SIGKILL)
  }

  // MARK: Files

  private static func bus(at path: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>system</type>
      <listen>unix:path=\(path)</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow receive_sender="*"/>
        <allow own="*"/>
        <allow user="*"/>
      </policy>
    </busconfig>
    """
  }

  private var configuration: String {
    let others = ["3g", "cdma", "modem-gps", "wifi", "compass"].map { "[\($0)]\nenable=false\n" }.joined()
    let refusal = setting == .refusing ? "[poi]\nallowed=false\nsystem=false\nusers=\n" : ""
    return """
      [agent]
      whitelist=geoclue-demo-agent
      [network-nmea]
      enable=true
      nmea-socket=\(folder.path(of: "nmea"))
      \(others)\(refusal)
      """
  }

  /// A receiver north of the equator and east of Greenwich, with an HDOP of 1.1. GeoClue takes a future time for
  /// yesterday's, so it uses the present.
  private static let receiver = """
    import os, socket, sys, threading, time
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    os.chmod(sys.argv[1], 0o777)
    listener.listen()
    def sentence(body):
        checksum = 0
        for byte in body.encode():
            checksum ^= byte
        return f"${body}*{checksum:02X}\\r\\n"
    def angle(degrees, width):
        return f"{int(degrees):0{width}d}{(degrees - int(degrees)) * 60:07.4f}"
    walk = [[float(number) for number in line.split()] for line in open(sys.argv[2])]
    def feed(client):
        step = 0
        try:
            while True:
                now = time.gmtime()
                clock = time.strftime("%H%M%S.00", now)
                latitude, longitude = walk[min(step, len(walk) - 1)]
                step += 1
                position = f"{angle(latitude, 2)},N,{angle(longitude, 3)},E"
                client.sendall((
                    sentence(f"GPGGA,{clock},{position},1,08,1.1,12.0,M,18.0,M,,")
                    + sentence(f"GPRMC,{clock},A,{position},3.0,090.0,{time.strftime('%d%m%y', now)},,,A")
                ).encode())
                time.sleep(1)
        except OSError:
            pass
    while True:
        threading.Thread(target=feed, args=listener.accept()[:1], daemon=True).start()
    """

  private static let script = """
    set -eu
    folder=$1 setting=$2
    shift 2
    mount --bind "$folder/geoclue.conf" /etc/geoclue/geoclue.conf
    export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/bus"
    pids=
    trap 'kill $pids $(cat "$folder/geoclue.pid") 2>/dev/null || true' EXIT
    python3 "$folder/receiver.py" "$folder/nmea" "$folder/walk" >&- 2>&- &
    pids="$pids $!"
    dbus-daemon --config-file="$folder/bus.conf" --nofork >&- 2>&- &
    pids="$pids $!"
    # Nothing outlives a test that is killed for long.
    until [ -S "$folder/bus" ] && [ -S "$folder/nmea" ]; do sleep 0.02; done
    (while :; do
      G_MESSAGES_DEBUG=Geoclue timeout --foreground 300 sh -c 'echo $$ >"$0/geoclue.pid"; exec /usr/libexec/geoclue -t 0' \\
        "$folder" >>"$folder/log" 2>&1 || true
    done) >&- 2>&- &
    pids="$pids $!"
    [ "$setting" = withoutAgent ] || {
      /usr/libexec/geoclue-2.0/demos/agent >&- 2>&- &
      pids="$pids $!"
    }
    until dbus-send --bus="$DBUS_SYSTEM_BUS_ADDRESS" --print-reply --dest=org.freedesktop.DBus / \\
      org.freedesktop.DBus.GetNameOwner string:org.freedesktop.GeoClue2 >/dev/null 2>&1; do sleep 0.02; done
    [ "$setting" = withoutAgent ] || until grep -q 'New agent' "$folder/log"; do sleep 0.02; done
    "$@"
    """
}
