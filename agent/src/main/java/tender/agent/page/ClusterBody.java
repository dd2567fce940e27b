package tender.agent.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.agent.provider.ClusterView;
import tender.core.model.Time;
import tender.core.provider.Occupied;
import tender.web.Json;

/** What the owner sees, as JSON: instants are texts, but in long lists milliseconds. */
record ClusterBody(
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
    List<Step> past,
    List<Step> future,
    List<Part> parts,
    List<Day> days) {
  /** More than this nobody sees on a screen. */
  private static final int MOST_STEPS = 600;

  /** Jobs without a limit end beyond it. */
  private static final long LONGEST_MILLIS = 7 * Time.DAY_MILLIS;

  /** From an instant on. */
  record Step(long fromMillis, int local, int bags) {
    static Step of(ClusterView.Sample sample) {
      return new Step(sample.atMillis(), sample.localProcessors(), sample.bagProcessors());
    }
  }

  record Part(
      String bag,
      boolean committed,
      int tasks,
      int processorsPerTask,
      int done,
      int accepted,
      String deadline,
      @Nullable String expected) {
    static Part of(ClusterView.Part part) {
      return new Part(
          part.bag().value(),
          part.isCommitted(),
          part.tasks(),
          part.processorsPerTask(),
          part.done(),
          part.accepted(),
          Instant.ofEpochMilli(part.deadlineMillis()).toString(),
          part.expectedMillis() == 0
              ? null
              : Instant.ofEpochMilli(part.expectedMillis()).toString());
    }
  }

  record Day(String day, int calls, int offers, int won, int tasks, String billed) {
    static Day of(Map.Entry<String, ClusterView.Day> entry) {
      ClusterView.Day day = entry.getValue();
      return new Day(
          entry.getKey(),
          day.calls(),
          day.offers(),
          day.won(),
          day.tasks(),
          day.billed().toString());
    }
  }

  static ClusterBody of(String provider, boolean connected, ClusterView view) {
    ClusterView.Sample now = view.now().processors();
    return new ClusterBody(
        provider,
        connected,
        view.batchSystem(),
        view.isBlind(),
        view.processors(),
        view.givable(),
        view.canGiveLess(),
        Math.min(view.givable(), view.giving().processorsAtMost()),
        view.giving().paused(),
        view.terms().pricePerProcessorHour().toString(),
        Json.name(view.terms().discloses()),
        view.publishes(),
        view.now().localRunning(),
        view.now().localWaiting(),
        view.past().stream().map(Step::of).toList(),
        future(Step.of(now), view.outlook()),
        view.parts().stream().map(Part::of).toList(),
        view.days().entrySet().stream().map(Day::of).toList());
  }

  /** What is planned as steps, from now until the last has ended or nobody looks any more. */
  static List<Step> future(Step now, List<Occupied> outlook) {
    TreeMap<Long, int[]> changes = new TreeMap<>();
    long lastMillis = now.fromMillis + LONGEST_MILLIS;
    for (Occupied one : outlook) {
      int who = one.isLocal() ? 0 : 1;
      long fromMillis = Math.max(now.fromMillis, one.fromMillis());
      long untilMillis = Math.min(lastMillis, Math.max(fromMillis, one.untilMillis()));
      changes.computeIfAbsent(fromMillis, at -> new int[2])[who] += one.processors();
      changes.computeIfAbsent(untilMillis, at -> new int[2])[who] -= one.processors();
    }
    List<Step> steps = new ArrayList<>();
    int local = 0;
    int bags = 0;
    for (Map.Entry<Long, int[]> change : changes.entrySet()) {
      local += change.getValue()[0];
      bags += change.getValue()[1];
      steps.add(new Step(change.getKey(), local, bags));
      if (steps.size() == MOST_STEPS) {
        break;
      }
    }
    return steps;
  }
}
