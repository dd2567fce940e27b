package tender.research.faulttest;

import java.util.Locale;
import tender.simulator.faults.FaultScenario;

/** How large the worlds are, by the name under which people ask for it. */
enum WorldSize {
  SMALL,
  LARGE;

  FaultScenario shape() {
    return switch (this) {
      case SMALL -> FaultScenario.SMALL;
      case LARGE -> FaultScenario.LARGE;
    };
  }

  /** What to type to see one world again. */
  String replayCommand(long seed) {
    return "./tender faults --seed " + seed + (this == SMALL ? "" : " --world " + this);
  }

  /** The name as it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
