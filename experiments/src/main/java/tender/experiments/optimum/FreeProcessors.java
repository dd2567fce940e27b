package tender.experiments.optimum;

import tender.core.auction.QueueReport;
import tender.core.model.FreeSlot;
import tender.core.profile.ArrayProfile;

/** What a queue has said of its free processors, never more than it has. */
final class FreeProcessors {
  private final ArrayProfile profile;
  private final int processors;

  FreeProcessors(QueueReport report, long nowMillis) {
    profile = ArrayProfile.of(nowMillis, 0);
    processors = report.cluster().processors();
    for (FreeSlot slot : report.slots()) {
      if (slot.untilMillis() > nowMillis) {
        long fromMillis = Math.max(nowMillis, slot.fromMillis());
        profile.give(fromMillis, slot.untilMillis(), slot.processors());
      }
    }
  }

  /** Tells of all times before the horizon at which some processors are not free. */
  void eachBusy(long horizonMillis, Busy busy) {
    for (int step = 0; step < profile.steps(); step++) {
      long fromMillis = profile.stepFromMillis(step);
      long untilMillis = Math.min(horizonMillis, profile.stepUntilMillis(step));
      int taken = processors - Math.min(processors, profile.stepFree(step));
      if (taken > 0 && fromMillis < untilMillis) {
        busy.accept(fromMillis, untilMillis, taken);
      }
    }
  }

  /** Processors that are not to be had. */
  interface Busy {
    void accept(long fromMillis, long untilMillis, int processors);
  }
}
