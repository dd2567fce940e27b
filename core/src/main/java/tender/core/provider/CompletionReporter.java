package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.reschedule.PlanningScheduler;

/**
 * Tracks what was reported to the metascheduler about the expected ends of parts. Each part is
 * reported once; later changes are reported only for parts that determine the end of the whole bag,
 * because no other change matters (Netto and Buyya, "Coordinated rescheduling", 2012, Algorithm 1).
 */
final class CompletionReporter {
  private static final Reported NOT_REPORTED = new Reported(Time.NEVER, -Time.LIMIT_MILLIS);

  private final PlanningScheduler scheduler;
  private final ToLongFunction<ReservationId> deliveryMillis;
  private final Map<ReservationId, Reported> reported = new LinkedHashMap<>();
  private boolean isChanged;
  private int reportedPlanCount;

  /**
   * The expected ends of a part and of its bag, as the metascheduler knows them.
   *
   * @param bagMillis {@link Time#NEVER} until the metascheduler sends it, which it does if the bag
   *     has other parts
   */
  private record Reported(long partMillis, long bagMillis) {
    boolean mustReport(long endMillis) {
      return partMillis >= bagMillis && partMillis != endMillis;
    }
  }

  /**
   * @param deliveryMillis how long after the end of its last task a part's results are delivered
   */
  CompletionReporter(PlanningScheduler scheduler, ToLongFunction<ReservationId> deliveryMillis) {
    this.scheduler = scheduler;
    this.deliveryMillis = deliveryMillis;
  }

  void committed(ReservationId id) {
    reported.put(id, NOT_REPORTED);
    isChanged = true;
  }

  /** Nothing more is reported, although its tasks may run until they are stopped. */
  void released(ReservationId id) {
    reported.remove(id);
  }

  void bagCompletionChanged(ReservationId id, long bagMillis) {
    Reported before = reported.get(id);
    if (before != null) {
      reported.put(id, new Reported(before.partMillis, bagMillis));
      scheduler.bagCompletionChanged(
          ReservationTable.jobId(id), bagMillis - deliveryMillis.applyAsLong(id));
      isChanged = true;
    }
  }

  /** The changes to report, because waiting jobs have moved. */
  List<Message.CompletionChanged> takeChanges(long nowMillis) {
    List<Message.CompletionChanged> changes = new ArrayList<>();
    if (!isChanged && reportedPlanCount == scheduler.planCount()) {
      return changes;
    }
    Map<JobId, Long> ends = scheduler.expectedEnds(nowMillis);
    isChanged = false;
    reportedPlanCount = scheduler.planCount();
    for (ReservationId id : List.copyOf(reported.keySet())) {
      Reported before = reported.getOrDefault(id, NOT_REPORTED);
      Long plannedMillis = ends.get(ReservationTable.jobId(id));
      if (plannedMillis == null) {
        reported.remove(id);
        continue;
      }
      long endMillis = Time.after(deliveryMillis.applyAsLong(id), plannedMillis);
      if (before.mustReport(endMillis)) {
        long bagMillis = before.equals(NOT_REPORTED) ? Time.NEVER : before.bagMillis;
        reported.put(id, new Reported(endMillis, bagMillis));
        changes.add(new Message.CompletionChanged(id, endMillis));
      }
    }
    return changes;
  }
}
