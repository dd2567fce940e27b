package tender.core.metascheduler;

import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Time;

/**
 * The rules for the expected end of the whole bag, which is sent to the providers that run its
 * parts (Netto and Buyya, "Coordinated rescheduling", 2012, section 4.1). It is not a promise: a
 * provider that does not receive it in time only plans a little worse.
 */
final class BagCompletionForecast {
  private BagCompletionForecast() {}

  /** The expected end of the last part that is not lost. */
  static long endMillis(BagBuilder bag) {
    long endMillis = -Time.LIMIT_MILLIS;
    for (RunningPart part : bag.parts) {
      if (part.fault().isEmpty()) {
        endMillis = Math.max(endMillis, part.expectedEndMillis());
      }
    }
    return endMillis;
  }

  /** Answers a changed part with the bag's expected end; notifies all parts if that changed. */
  static void updateForecast(BagBuilder bag, Message.CompletionChanged changed) {
    RunningPart part = bag.part(changed.id());
    if (part == null) {
      bag.release(changed.id());
      return;
    }
    long beforeMillis = endMillis(bag);
    RunningPart after = part.withForecast(changed.completionMillis());
    if (!after.equals(part)) {
      bag.replace(part, after);
      bag.effects.add(
          new BagEffect.PartRescheduled(
              part.id(), part.expectedEndMillis(), changed.completionMillis()));
    }
    if (bag.parts.size() > 1 && endMillis(bag) == beforeMillis) {
      notifyProvider(bag, after);
    } else if (bag.parts.size() > 1) {
      bag.parts.forEach(other -> notifyProvider(bag, other));
    }
  }

  /** Removes a finished part, which may have determined the end of the bag. */
  static void removePart(BagBuilder bag, RunningPart finished) {
    long beforeMillis = endMillis(bag);
    bag.remove(finished);
    if (endMillis(bag) != beforeMillis) {
      bag.parts.forEach(part -> notifyProvider(bag, part));
    }
  }

  /** A provider that never reported a forecast does not plan by bags. */
  private static void notifyProvider(BagBuilder bag, RunningPart part) {
    if (part.fault().isEmpty() && part.hasForecast()) {
      bag.send(part.id().provider(), new Message.BagCompletion(part.id(), endMillis(bag)));
    }
  }
}
