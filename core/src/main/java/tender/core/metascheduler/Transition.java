package tender.core.metascheduler;

import java.util.List;

/** What an event makes of a bag, and what is to be done about it, in order. */
public record Transition(BagState state, List<BagEffect> effects) {
  public Transition {
    effects = List.copyOf(effects);
  }
}
