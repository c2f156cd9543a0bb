import Nearby
import Positioning
import Testing

@Suite struct OnboardingStateTests {
  @Test(
    "the next step on the way to a position",
    arguments: [
      (.unknown, false, .needsDaemon), (.unreachable(.notGpsd(GpsdAddress())), false, .needsDaemon),
      (.silent, false, .needsDevice), (.open, false, .needsDevice), (.noDevice, false, .needsDevice),
      (.deviceMissing("/dev/ttyUSB0"), false, .needsDevice),
      (.deviceLost("/dev/ttyUSB0"), false, .needsDevice),
      (.reporting, false, .needsFix), (.reporting, true, .ready), (.unknown, true, .ready),
    ] as [(ReceiverState, Bool, OnboardingState)])
  func state(receiver: ReceiverState, hasFix: Bool, expected: OnboardingState) {
    #expect(OnboardingState(receiver, hasFix: hasFix) == expected)
  }
}
