package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.PlanningScheduler;

/**
 * What the metascheduler believes of the parts that are done here. It is told once when each will
 * end; afterwards it is put right about those on which it believes the whole bag to wait, and about
 * no others: they do not matter to anybody (Netto and Buyya, "Coordinated rescheduling", 2012,
 * Algorithm 1).
 */
final class Forecasts {
  private static final Believed NOT_TOLD = new Believed(Time.NEVER, -Time.LIMIT_MILLIS);

  private final PlanningScheduler scheduler;
  private final Map<ReservationId, Believed> believed = new LinkedHashMap<>();
  private boolean isNews;
  private int plansSeen;

  /**
   * When the metascheduler thinks that a part, and its whole bag, will be done.
   *
   * @param bagMillis {@link Time#NEVER} until it says so, which it does if others have parts too
   */
  private record Believed(long partMillis, long bagMillis) {
    boolean isOffBy(long endMillis) {
      return partMillis >= bagMillis && partMillis != endMillis;
    }
  }

  Forecasts(PlanningScheduler scheduler) {
    this.scheduler = scheduler;
  }

  void committed(ReservationId id) {
    believed.put(id, NOT_TOLD);
    isNews = true;
  }

  void expectBag(ReservationId id, long bagMillis) {
    Believed before = believed.get(id);
    if (before != null) {
      believed.put(id, new Believed(before.partMillis, bagMillis));
      scheduler.expectBag(Parts.jobId(id), bagMillis);
      isNews = true;
    }
  }

  /** What the metascheduler must be told, since those who wait have been moved. */
  List<Message.Expected> takeNews(long nowMillis) {
    List<Message.Expected> news = new ArrayList<>();
    if (!isNews && plansSeen == scheduler.plans()) {
      return news;
    }
    Map<JobId, Long> ends = scheduler.expectedEnds(nowMillis);
    isNews = false;
    plansSeen = scheduler.plans();
    for (ReservationId id : List.copyOf(believed.keySet())) {
      Believed before = believed.getOrDefault(id, NOT_TOLD);
      Long endMillis = ends.get(Parts.jobId(id));
      if (endMillis == null) {
        believed.remove(id);
      } else if (before.isOffBy(endMillis)) {
        long bagMillis = before.equals(NOT_TOLD) ? Time.NEVER : before.bagMillis;
        believed.put(id, new Believed(endMillis, bagMillis));
        news.add(new Message.Expected(id, endMillis));
      }
    }
    return news;
  }
}
