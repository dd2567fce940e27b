package tender.core.offer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.profile.Profile;

/**
 * The slots in which a provider's processors are free next to everything it has planned, which a
 * provider that discloses its load publishes (Netto and Buyya, section 3.2, after Singh, Kesselman
 * and Deelman, "A provisioning model and its comparison with best-effort for performance-cost
 * optimization in grids", HPDC 2007). This is the baseline that offers are compared with.
 *
 * <p>Processors are equal, so slots have a count. When some are taken, those that became free last
 * are taken first, so that the slots are as long as possible.
 */
public final class FreeSlots {
  private FreeSlots() {}

  /** The slots, in the order of their ends; those without an end come last. */
  public static List<FreeSlot> of(Profile free) {
    List<FreeSlot> slots = new ArrayList<>();
    Deque<FreeSlot> open = new ArrayDeque<>();
    int before = 0;
    for (int step = 0;
        step < free.steps() && free.stepFromMillis(step) <= Time.LIMIT_MILLIS;
        step++) {
      int change = free.stepFree(step) - before;
      before = free.stepFree(step);
      if (change > 0) {
        open.push(new FreeSlot(free.stepFromMillis(step), Time.NEVER, change));
      } else {
        close(open, -change, free.stepFromMillis(step), slots);
      }
    }
    slots.addAll(open);
    return slots;
  }

  private static void close(
      Deque<FreeSlot> open, int processors, long untilMillis, List<FreeSlot> slots) {
    int left = processors;
    while (left > 0) {
      FreeSlot latest = open.pop();
      int closed = Math.min(left, latest.processors());
      slots.add(new FreeSlot(latest.fromMillis(), untilMillis, closed));
      if (closed < latest.processors()) {
        open.push(new FreeSlot(latest.fromMillis(), Time.NEVER, latest.processors() - closed));
      }
      left -= closed;
    }
  }
}
