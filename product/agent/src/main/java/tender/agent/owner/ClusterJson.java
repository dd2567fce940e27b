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

/** What the owner sees, as JSON: instants are texts, but in long lists milliseconds. */
record ClusterJson(
    String provider,
    boolean connected,
    String batchSystem,
    boolean blind,
    int processors,
    int givable,
    boolean canGiveLess,
    int given,
    boolean paused,
    String pricePerProcessorHour,
    String discloses,
    boolean auction,
    int localRunning,
    int localWaiting,
    List<UsageStep> past,
    List<UsageStep> future,
    List<PartJson> parts,
    List<DayJson> days) {
  /** More than this nobody sees on a screen. */
  private static final int MAX_STEPS = 600;

  /** Jobs without a limit end beyond it. */
  private static final long MAX_FORECAST_MILLIS = 7 * Time.DAY_MILLIS;

  /** From an instant on. */
  record UsageStep(long fromMillis, int local, int bags) {
    static UsageStep of(ClusterView.UsageSample sample) {
      return new UsageStep(sample.atMillis(), sample.localProcessors(), sample.bagProcessors());
    }
  }

  record PartJson(
      String bag,
      boolean committed,
      int tasks,
      int processorsPerTask,
      int done,
      int accepted,
      String deadline,
      @Nullable String expected) {
    static PartJson of(ClusterView.PartProgress part) {
      return new PartJson(
          part.bag().value(),
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

  record DayJson(String day, int calls, int offers, int won, int tasks, String billed) {
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
        future(UsageStep.of(now), view.forecast()),
        view.parts().stream().map(PartJson::of).toList(),
        view.activityByDay().entrySet().stream().map(DayJson::of).toList());
  }

  /** What is planned as steps, from now until the last has ended or nobody looks any more. */
  static List<UsageStep> future(UsageStep now, List<ProcessorAllocation> outlook) {
    TreeMap<Long, int[]> changes = new TreeMap<>();
    long lastMillis = now.fromMillis + MAX_FORECAST_MILLIS;
    for (ProcessorAllocation one : outlook) {
      int who = one.isLocal() ? 0 : 1;
      long fromMillis = Math.max(now.fromMillis, one.fromMillis());
      long untilMillis = Math.min(lastMillis, Math.max(fromMillis, one.untilMillis()));
      changes.computeIfAbsent(fromMillis, at -> new int[2])[who] += one.processors();
      changes.computeIfAbsent(untilMillis, at -> new int[2])[who] -= one.processors();
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
