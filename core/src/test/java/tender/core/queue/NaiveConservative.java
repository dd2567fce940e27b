package tender.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * A naive implementation of conservative backfilling: after an early end every waiting job is
 * removed from the profile and placed again as early as possible, one by one.
 */
final class NaiveConservative implements Scheduler {
  private final ArrayProfile free;
  private final boolean compressing;
  private final List<Waiting> waiting = new ArrayList<>();

  private record Run(long startMillis, int tasks) {}

  private record Waiting(Job job, List<Run> runs) {}

  NaiveConservative(ArrayProfile free, boolean compressing) {
    this.free = free;
    this.compressing = compressing;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    Waiting incoming = new Waiting(job, new ArrayList<>());
    waiting.add(incoming);
    place(incoming, job.tasks(), nowMillis);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    long expectedMillis = startedMillis + job.durationMillis();
    if (expectedMillis <= nowMillis) {
      return;
    }
    free.release(nowMillis, expectedMillis, tasks * job.width());
    for (Waiting each : compressing ? waiting : List.<Waiting>of()) {
      int left = 0;
      for (Run run : each.runs) {
        long endMillis = run.startMillis + each.job.durationMillis();
        free.release(run.startMillis, endMillis, run.tasks * each.job.width());
        left += run.tasks;
      }
      each.runs.clear();
      place(each, left, nowMillis);
    }
  }

  @Override
  public void startDue(long nowMillis, StartListener starts) {
    for (Waiting each : List.copyOf(waiting)) {
      while (!each.runs.isEmpty() && each.runs.getFirst().startMillis <= nowMillis) {
        starts.onStart(each.job, each.runs.removeFirst().tasks);
      }
    }
    waiting.removeIf(each -> each.runs.isEmpty());
  }

  @Override
  public long nextStartMillis() {
    return waiting.stream()
        .flatMap(each -> each.runs.stream())
        .map(Run::startMillis)
        .min(Comparator.naturalOrder())
        .orElse(Time.NEVER);
  }

  private void place(Waiting each, int tasks, long nowMillis) {
    for (int i = 0; i < tasks; i++) {
      long startMillis = free.takeEarliest(each.job.width(), each.job.durationMillis(), nowMillis);
      if (!each.runs.isEmpty() && each.runs.getLast().startMillis == startMillis) {
        each.runs.add(new Run(startMillis, each.runs.removeLast().tasks + 1));
      } else {
        each.runs.add(new Run(startMillis, 1));
      }
    }
  }
}
