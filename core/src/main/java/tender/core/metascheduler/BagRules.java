package tender.core.metascheduler;

import tender.core.model.Bag;
import tender.core.model.BagId;

/** What becomes of bags, as a function of what happens to them. */
public interface BagRules {

  /** Begins to tender a bag. */
  Transition submit(BagId id, Bag bag, Mandate mandate, long nowMillis);

  /** What an event makes of a bag. */
  Transition handle(BagState state, BagEvent event, long nowMillis);
}
