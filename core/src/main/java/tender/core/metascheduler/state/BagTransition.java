package tender.core.metascheduler.state;

import java.util.List;

/** The next state of a bag and the effects of the event, in order. */
public record BagTransition(BagState state, List<BagEffect> effects) {
  public BagTransition {
    effects = List.copyOf(effects);
  }
}
