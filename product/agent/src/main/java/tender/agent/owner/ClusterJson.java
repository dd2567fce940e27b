package tender.agent.owner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.core.model.Time;
import tender.core.provider.state.ProcessorAllocation;
import tender.support.http.ResponseJson;

/**
 * The cluster as the owner page shows it, as JSON. Instants are text, but milliseconds in long
 * lists.
 */
record ClusterJson(
    String provider,
    boolean connected,
    String batchSystem,
    boolean queueStale,
    int processors,
    String localPriority,
    int maxProcessors,
    boolean capacityAdjustable,
    int capacity,
    boolean paused,
    String pricePerProcessorHour,
    String disclosure,
    boolean publishesToAuction,
    int localRunning,
    int localWaiting,
    List<UsageStep> usageHistory,
    List<UsageStep> forecast,
    List<PartJson> parts,
    List<DayJson> activityByDay) {
  /** More steps are not visible on a screen. */
  private static final int MAX_STEPS = 600;

  /** Jobs without a time limit end later. */
  private static final long MAX_FORECAST_MILLIS = 7 * Time.DAY_MILLIS;

  /** Processors in use from an instant on. */
  record UsageStep(long fromMillis, int local, int bags) {
    static UsageStep of(ClusterView.UsageSample sample) {
      return new UsageStep(sample.atMillis(), sample.localProcessors(), sample.bagProcessors());
    }
  }

  record PartJson(
      String bag,
      String user,
      boolean committed,
      int tasks,
      int processorsPerTask,
      int endedTasks,
      int acceptedTasks,
      String deadline,
      @Nullable String expectedEnd) {
    static PartJson of(ClusterView.PartProgress part) {
      return new PartJson(
          part.bag().value(),
          part.user(),
          part.isCommitted(),
          part.tasks(),
          part.processorsPerTask(),
          part.endedTasks(),
          part.acceptedTasks(),
          Instant.ofEpochMilli(part.deadlineMillis()).toString(),
          part.expectedEndMillis() == 0
              ? null
              : Instant.ofEpochMilli(part.expectedEndMillis()).toString());
    }
  }

  record DayJson(
      String day, int calls, int offers, int committedParts, int endedTasks, String billed) {
    static DayJson of(Map.Entry<String, ClusterView.DailyActivity> entry) {
      ClusterView.DailyActivity day = entry.getValue();
      return new DayJson(
          entry.getKey(),
          day.calls(),
          day.offers(),
          day.committedParts(),
          day.endedTasks(),
          day.billed().toString());
    }
  }

  static ClusterJson of(String provider, boolean connected, ClusterView view) {
    ClusterView.UsageSample now = view.queue().processors();
    return new ClusterJson(
        provider,
        connected,
        view.batchSystem(),
        view.isQueueStale(),
        view.processors(),
        view.localPriority(),
        view.maxProcessors(),
        view.isCapacityAdjustable(),
        Math.min(view.maxProcessors(), view.capacity().maxProcessors()),
        view.capacity().paused(),
        view.terms().pricePerProcessorHour().toString(),
        ResponseJson.wireName(view.terms().disclosureLevel()),
        view.publishesToAuction(),
        view.queue().localRunning(),
        view.queue().localWaiting(),
        view.usageHistory().stream().map(UsageStep::of).toList(),
        forecastSteps(UsageStep.of(now), view.forecast()),
        view.parts().stream().map(PartJson::of).toList(),
        view.activityByDay().entrySet().stream().map(DayJson::of).toList());
  }

  /**
   * Converts planned allocations to steps, from now until the last one ends or the forecast is long
   * enough.
   */
  static List<UsageStep> forecastSteps(UsageStep now, List<ProcessorAllocation> allocations) {
    TreeMap<Long, int[]> changes = new TreeMap<>();
    long lastMillis = now.fromMillis + MAX_FORECAST_MILLIS;
    for (ProcessorAllocation allocation : allocations) {
      int column = allocation.isLocal() ? 0 : 1;
      long fromMillis = Math.max(now.fromMillis, allocation.fromMillis());
      long untilMillis = Math.min(lastMillis, Math.max(fromMillis, allocation.untilMillis()));
      changes.computeIfAbsent(fromMillis, at -> new int[2])[column] += allocation.processors();
      changes.computeIfAbsent(untilMillis, at -> new int[2])[column] -= allocation.processors();
    }
    List<UsageStep> steps = new ArrayList<>();
    int local = 0;
    int bags = 0;
    for (Map.Entry<Long, int[]> change : changes.entrySet()) {
      local += change.getValue()[0];
      bags += change.getValue()[1];
      steps.add(new UsageStep(change.getKey(), local, bags));
      if (steps.size() == MAX_STEPS) {
        break;
      }
    }
    return steps;
  }
}
