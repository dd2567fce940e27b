package tender.research.faulttest;

import java.util.Locale;
import tender.simulator.faults.seed.FaultScenario;

/** The kind of the worlds, as named on the command line. */
enum WorldKind {
  SMALL,
  FACTORS,
  HOSTS,
  LARGE;

  FaultScenario shape() {
    return switch (this) {
      case SMALL -> FaultScenario.SMALL;
      case FACTORS -> FaultScenario.FACTORS;
      case HOSTS -> FaultScenario.HOSTS;
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
