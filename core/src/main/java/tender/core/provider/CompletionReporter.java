package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.reschedule.PlanningScheduler;

/**
 * What the metascheduler believes of the parts that are done here. It is told once when each will
 * end; afterwards it is put right about those on which it believes the whole bag to wait, and about
 * no others: they do not matter to anybody (Netto and Buyya, "Coordinated rescheduling", 2012,
 * Algorithm 1).
 */
final class CompletionReporter {
  private static final Reported NOT_REPORTED = new Reported(Time.NEVER, -Time.LIMIT_MILLIS);

  private final PlanningScheduler scheduler;
  private final Map<ReservationId, Reported> reported = new LinkedHashMap<>();
  private boolean isChanged;
  private int plansSeen;

  /**
   * When the metascheduler thinks that a part, and its whole bag, will be done.
   *
   * @param bagMillis {@link Time#NEVER} until it says so, which it does if others have parts too
   */
  private record Reported(long partMillis, long bagMillis) {
    boolean isOffBy(long endMillis) {
      return partMillis >= bagMillis && partMillis != endMillis;
    }
  }

  CompletionReporter(PlanningScheduler scheduler) {
    this.scheduler = scheduler;
  }

  void committed(ReservationId id) {
    reported.put(id, NOT_REPORTED);
    isChanged = true;
  }

  void bagCompletionChanged(ReservationId id, long bagMillis) {
    Reported before = reported.get(id);
    if (before != null) {
      reported.put(id, new Reported(before.partMillis, bagMillis));
      scheduler.bagCompletionChanged(ReservationTable.jobId(id), bagMillis);
      isChanged = true;
    }
  }

  /** What the metascheduler must be told, since those who wait have been moved. */
  List<Message.CompletionChanged> takeChanges(long nowMillis) {
    List<Message.CompletionChanged> news = new ArrayList<>();
    if (!isChanged && plansSeen == scheduler.planCount()) {
      return news;
    }
    Map<JobId, Long> ends = scheduler.expectedEnds(nowMillis);
    isChanged = false;
    plansSeen = scheduler.planCount();
    for (ReservationId id : List.copyOf(reported.keySet())) {
      Reported before = reported.getOrDefault(id, NOT_REPORTED);
      Long endMillis = ends.get(ReservationTable.jobId(id));
      if (endMillis == null) {
        reported.remove(id);
      } else if (before.isOffBy(endMillis)) {
        long bagMillis = before.equals(NOT_REPORTED) ? Time.NEVER : before.bagMillis;
        reported.put(id, new Reported(endMillis, bagMillis));
        news.add(new Message.CompletionChanged(id, endMillis));
      }
    }
    return news;
  }
}
