package tender.experiments.optimum;

import tender.core.auction.QueueReport;
import tender.core.profile.ArrayProfile;

/** The intervals in which processors of a queue are busy, according to its report. */
final class BusyIntervals {
  private final ArrayProfile profile;
  private final int processors;

  BusyIntervals(QueueReport report, long nowMillis) {
    profile = report.free(nowMillis);
    processors = report.cluster().processors();
  }

  /** Visits all intervals before the horizon in which some processors are busy. */
  void forEach(long horizonMillis, IntervalVisitor visitor) {
    for (int step = 0; step < profile.steps(); step++) {
      long fromMillis = profile.stepFromMillis(step);
      long untilMillis = Math.min(horizonMillis, profile.stepUntilMillis(step));
      int busyProcessors = processors - profile.stepFree(step);
      if (busyProcessors > 0 && fromMillis < untilMillis) {
        visitor.accept(fromMillis, untilMillis, busyProcessors);
      }
    }
  }

  /** Receives one busy interval. */
  interface IntervalVisitor {
    void accept(long fromMillis, long untilMillis, int processors);
  }
}
