package tender.core.metascheduler.state;

import java.util.List;

/** What an event makes of a bag, and what is to be done about it, in order. */
public record BagTransition(BagState state, List<BagEffect> effects) {
  public BagTransition {
    effects = List.copyOf(effects);
  }
}
