package tender.support.doctor;

import java.time.Duration;

/** How far two clocks are apart. */
public final class ClockOffset {
  /** The server rejects offers of agents whose clocks differ by more. */
  private static final long FAULT_MILLIS = 5_000;

  private static final long WARNING_MILLIS = 1_000;

  private ClockOffset() {}

  /**
   * The result of the check.
   *
   * @param other the machine with the other clock
   * @param uncertainty how long the reading took
   */
  public static CheckResult check(
      String other, long hereMillis, long otherMillis, Duration uncertainty) {
    long offsetMillis = hereMillis - otherMillis;
    long surelyMillis = Math.max(0, Math.abs(offsetMillis) - uncertainty.toMillis());
    String found =
        "the clock of this machine is %.1f s %s that of %s"
            .formatted(
                Math.abs(offsetMillis) / 1e3, offsetMillis < 0 ? "behind" : "ahead of", other);
    String fix =
        "Run a time service, such as chrony, on both machines; %d s is too much."
            .formatted(FAULT_MILLIS / 1_000);
    if (surelyMillis > FAULT_MILLIS) {
      return CheckResult.fault(found, fix);
    }
    return surelyMillis > WARNING_MILLIS ? CheckResult.warning(found, fix) : CheckResult.ok(found);
  }
}
