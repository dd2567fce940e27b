package tender.agent;

import java.math.BigDecimal;
import java.util.OptionalInt;
import tender.core.model.Cluster;

/** Reads the speed of the processors, relative to the reference processor. */
final class SpeedSetting {
  private static final int DECIMALS = 3;

  private SpeedSetting() {}

  /** In thousandths of the reference processor; empty if it is learned. */
  static OptionalInt permille(AgentConfig config) {
    String speed = config.speed().orElse("1").strip();
    return speed.equals("learned") ? OptionalInt.empty() : OptionalInt.of(permille(speed));
  }

  private static int permille(String speed) {
    try {
      int permille = new BigDecimal(speed).movePointRight(DECIMALS).intValueExact();
      if (permille >= Cluster.MIN_SPEED_PERMILLE && permille <= Cluster.MAX_SPEED_PERMILLE) {
        return permille;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Rejected like a number out of range.
    }
    throw new IllegalArgumentException(
        ("The setting 'speed' is '%s', and must be learned or a number from 0.001 to 1000 with at"
                + " most three decimals; 1.0 is the reference processor of users' estimates.")
            .formatted(speed));
  }
}
