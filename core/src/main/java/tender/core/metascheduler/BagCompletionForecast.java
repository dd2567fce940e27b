package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.RunningPart;
import tender.core.message.Message;
import tender.core.model.Time;

/**
 * The rules by which the end of the whole bag is kept and told to those who do parts of it (Netto
 * and Buyya, "Coordinated rescheduling", 2012, section 4.1). Nothing is promised by it: whoever
 * does not hear of it in time plans a little worse.
 */
final class BagCompletionForecast {
  private BagCompletionForecast() {}

  /** When the last part is expected to end that is counted on. */
  static long endMillis(BagBuilder bag) {
    long endMillis = -Time.LIMIT_MILLIS;
    for (RunningPart part : bag.parts) {
      if (part.fault().isEmpty()) {
        endMillis = Math.max(endMillis, part.expectedEndMillis());
      }
    }
    return endMillis;
  }

  /** Whoever speaks of a part is told of the bag; all are, if that has changed for all. */
  static void updateForecast(BagBuilder bag, Message.CompletionChanged expected) {
    RunningPart part = bag.part(expected.id());
    if (part == null) {
      bag.release(expected.id());
      return;
    }
    long beforeMillis = endMillis(bag);
    RunningPart after = part.withForecast(expected.completionMillis());
    if (!after.equals(part)) {
      bag.replace(part, after);
      bag.effects.add(new BagEffect.PartRescheduled(part.id(), part.expectedEndMillis(), expected.completionMillis()));
    }
    if (bag.parts.size() > 1 && endMillis(bag) == beforeMillis) {
      notifyProvider(bag, after);
    } else if (bag.parts.size() > 1) {
      bag.parts.forEach(one -> notifyProvider(bag, one));
    }
  }

  /** A part is done that may have held the end of the bag. */
  static void removePart(BagBuilder bag, RunningPart done) {
    long beforeMillis = endMillis(bag);
    bag.remove(done);
    if (endMillis(bag) != beforeMillis) {
      bag.parts.forEach(part -> notifyProvider(bag, part));
    }
  }

  /** Who never spoke of its part does not plan by bags. */
  private static void notifyProvider(BagBuilder bag, RunningPart part) {
    if (part.fault().isEmpty() && part.hasForecast()) {
      bag.send(part.id().provider(), new Message.BagCompletion(part.id(), endMillis(bag)));
    }
  }
}
