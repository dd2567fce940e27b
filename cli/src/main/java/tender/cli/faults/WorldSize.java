package tender.cli.faults;

import java.util.Locale;
import tender.simulator.faults.Shape;

/** How large the worlds are, by the name under which people ask for it. */
enum WorldSize {
  SMALL,
  LARGE;

  Shape shape() {
    return switch (this) {
      case SMALL -> Shape.SMALL;
      case LARGE -> Shape.LARGE;
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
