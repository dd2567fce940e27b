package tender.simulator.faults.planted;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Transition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Found;
import tender.core.store.Store;
import tender.simulator.faults.Seams;

/**
 * A mistake that somebody could make in the protocol, put on purpose where the parts of a world
 * meet.
 *
 * @param mistake in plain words
 * @param seams where it sits; nothing of it outlives a world
 */
record PlantedBug(String name, Where where, String mistake, Seams seams) {

  /** Whose mistake it is. */
  enum Where {
    METASCHEDULER("metascheduler"),
    REPLICA("replica"),
    STORE("store"),
    AGENT("agent"),
    RESTART("agent, restarted"),
    BATCH("batch adapter");

    private final String words;

    Where(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** What becomes of a bag, by rules that are right but for one thing. */
  interface WrongRules {
    Transition handle(BagRules right, BagState state, BagEvent event, long nowMillis);
  }

  /** What an agent does that does all but one thing right. */
  interface WrongAgent {
    List<Effect> handle(Seams.Agent right, Event event, long nowMillis);
  }

  static PlantedBug inRules(String name, String mistake, WrongRules wrong) {
    return new PlantedBug(
        name,
        Where.METASCHEDULER,
        mistake,
        new Seams() {
          @Override
          public BagRules rules(BagRules right) {
            return new BagRules() {
              @Override
              public Transition submit(BagId id, Bag bag, Mandate mandate, long nowMillis) {
                return right.submit(id, bag, mandate, nowMillis);
              }

              @Override
              public Transition handle(BagState state, BagEvent event, long nowMillis) {
                return wrong.handle(right, state, event, nowMillis);
              }
            };
          }
        });
  }

  static PlantedBug inAgent(String name, String mistake, WrongAgent wrong) {
    return inAgent(Where.AGENT, name, mistake, () -> wrong);
  }

  /** One with a memory of its own, which a new process does not have. */
  static PlantedBug inAgent(Where where, String name, String mistake, Supplier<WrongAgent> wrong) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new Seams() {
          @Override
          public Seams.Agent agent(Seams.Agent right) {
            WrongAgent one = wrong.get();
            return (event, nowMillis) -> one.handle(right, event, nowMillis);
          }
        });
  }

  static PlantedBug inRestart(Where where, String name, String mistake, UnaryOperator<Found> sees) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new Seams() {
          @Override
          public Found found(Found found) {
            return sees.apply(found);
          }
        });
  }

  static PlantedBug inStore(Where where, String name, String mistake, UnaryOperator<Store> wrong) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new Seams() {
          @Override
          public Store store(Store right) {
            return wrong.apply(right);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
