package tender.research.faulttest;

import java.util.Locale;
import tender.simulator.faults.FaultScenario;

/** The size of the worlds, as named on the command line. */
enum WorldSize {
  SMALL,
  LARGE;

  FaultScenario shape() {
    return switch (this) {
      case SMALL -> FaultScenario.SMALL;
      case LARGE -> FaultScenario.LARGE;
    };
  }

  /** The command that replays one world. */
  String replayCommand(long seed) {
    return "./tender-research fault-test --seed "
        + seed
        + (this == SMALL ? "" : " --world " + this);
  }

  /** The name as typed on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
