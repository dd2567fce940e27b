package tender.experiments.optimum;

import tender.core.auction.QueueReport;
import tender.core.profile.ArrayProfile;

/** What a queue has said of its free processors. */
final class BusyIntervals {
  private final ArrayProfile profile;
  private final int processors;

  BusyIntervals(QueueReport report, long nowMillis) {
    profile = report.free(nowMillis);
    processors = report.cluster().processors();
  }

  /** Tells of all times before the horizon at which some processors are not free. */
  void forEach(long horizonMillis, IntervalVisitor busy) {
    for (int step = 0; step < profile.steps(); step++) {
      long fromMillis = profile.stepFromMillis(step);
      long untilMillis = Math.min(horizonMillis, profile.stepUntilMillis(step));
      int taken = processors - profile.stepFree(step);
      if (taken > 0 && fromMillis < untilMillis) {
        busy.accept(fromMillis, untilMillis, taken);
      }
    }
  }

  /** Processors that are not to be had. */
  interface IntervalVisitor {
    void accept(long fromMillis, long untilMillis, int processors);
  }
}
