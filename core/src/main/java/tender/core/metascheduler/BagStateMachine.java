package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;

/** What becomes of bags, as a function of what happens to them. */
public interface BagStateMachine {

  /** Begins to tender a bag. */
  BagTransition submit(BagId id, Bag bag, AcceptancePolicy mandate, long nowMillis);

  /** What an event makes of a bag. */
  BagTransition handle(BagState state, BagEvent event, long nowMillis);
}
