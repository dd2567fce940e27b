package tender.simulator.faults;

import java.util.List;
import tender.core.metascheduler.BagRules;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Found;
import tender.core.store.Store;

/**
 * Where the parts of a world meet. Tests put planted bugs there, to see that the search finds them;
 * everybody else leaves them as they are.
 */
public interface Seams {
  /** A world without planted bugs. */
  Seams NONE = new Seams() {};

  /** A provider as its surroundings see it. */
  interface Agent {
    List<Effect> handle(Event event, long nowMillis);
  }

  default BagRules rules(BagRules rules) {
    return rules;
  }

  default Agent agent(Agent agent) {
    return agent;
  }

  default Store store(Store store) {
    return store;
  }

  /** What an agent finds when it starts again. */
  default Found found(Found found) {
    return found;
  }

  /** Whether a replica compares a message's provider with who sent it. */
  default boolean checksSender() {
    return true;
  }

  /** Whether an agent looks a job up before it submits it again. */
  default boolean looksUpBeforeResubmitting() {
    return true;
  }

  /** Whether an agent stores what it must before it does anything else. */
  default boolean storesFirst() {
    return true;
  }

  /** Whether messages that were not acknowledged are sent again. */
  default boolean sendsUntilAcknowledged() {
    return true;
  }
}
