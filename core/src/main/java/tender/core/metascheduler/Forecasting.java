package tender.core.metascheduler;

import tender.core.message.Message;
import tender.core.model.Time;

/**
 * The rules by which the end of the whole bag is kept and told to those who do parts of it (Netto
 * and Buyya, "Coordinated rescheduling", 2012, section 4.1). Nothing is promised by it: whoever
 * does not hear of it in time plans a little worse.
 */
final class Forecasting {
  private Forecasting() {}

  /** When the last part is expected to end that is counted on. */
  static long endMillis(Draft bag) {
    long endMillis = -Time.LIMIT_MILLIS;
    for (RunningPart part : bag.parts) {
      if (part.lost().isEmpty()) {
        endMillis = Math.max(endMillis, part.endMillis());
      }
    }
    return endMillis;
  }

  /** Whoever speaks of a part is told of the bag; all are, if that has changed for all. */
  static void expect(Draft bag, Message.Expected expected) {
    RunningPart part = bag.part(expected.id());
    if (part == null) {
      bag.release(expected.id());
      return;
    }
    long beforeMillis = endMillis(bag);
    RunningPart after = part.expected(expected.byMillis());
    if (!after.equals(part)) {
      bag.replace(part, after);
      bag.effects.add(new BagEffect.Moved(part.id(), part.endMillis(), expected.byMillis()));
    }
    if (bag.parts.size() > 1 && endMillis(bag) == beforeMillis) {
      tell(bag, after);
    } else if (bag.parts.size() > 1) {
      bag.parts.forEach(one -> tell(bag, one));
    }
  }

  /** A part is done that may have held the end of the bag. */
  static void remove(Draft bag, RunningPart done) {
    long beforeMillis = endMillis(bag);
    bag.remove(done);
    if (endMillis(bag) != beforeMillis) {
      bag.parts.forEach(part -> tell(bag, part));
    }
  }

  /** Who never spoke of its part does not plan by bags. */
  private static void tell(Draft bag, RunningPart part) {
    if (part.lost().isEmpty() && part.hasSpoken()) {
      bag.send(part.id().provider(), new Message.BagExpected(part.id(), endMillis(bag)));
    }
  }
}
