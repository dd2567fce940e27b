package tender.core.metascheduler.state;

import tender.core.model.Bag;
import tender.core.model.BagId;

/** The state machine of a bag: a pure function from a state and an event to the next state. */
public interface BagStateMachine {

  /** The first state of a submitted bag. */
  BagTransition submit(BagId id, Bag bag, AcceptancePolicy acceptancePolicy, long nowMillis);

  /** The state and the effects that follow from an event. */
  BagTransition handle(BagState state, BagEvent event, long nowMillis);
}
