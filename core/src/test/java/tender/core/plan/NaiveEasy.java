package tender.core.plan;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.RunningJob;

/**
 * A naive implementation of EASY: every task on its own, linear searches, and time that advances by
 * one millisecond. The reference for {@link tender.core.queue.EasyScheduler}.
 */
final class NaiveEasy {
  private final Snapshot snapshot;
  private final List<Task> queue = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private final Plan.Builder plan;

  private record Task(int job, int width, long durationMillis, long submittedMillis) {}

  private record Held(int processors, long untilMillis) {}

  private NaiveEasy(Snapshot snapshot) {
    this.snapshot = snapshot;
    plan = new Plan.Builder(snapshot.waiting());
    for (int position : snapshot.order(Job.BY_ARRIVAL)) {
      Job job = snapshot.waiting().get(position);
      for (int task = 0; task < job.tasks(); task++) {
        queue.add(new Task(position, job.width(), job.durationMillis(), job.submittedMillis()));
      }
    }
    for (RunningJob job : snapshot.running()) {
      held.add(new Held(job.processors(), job.occupiedUntilMillis(snapshot.nowMillis())));
    }
  }

  static Plan plan(Snapshot snapshot) {
    return new NaiveEasy(snapshot).run();
  }

  private Plan run() {
    for (long now = snapshot.nowMillis(); !queue.isEmpty(); now++) {
      round(now);
    }
    return plan.build();
  }

  private void round(long now) {
    List<Task> present = new ArrayList<>();
    queue.forEach(
        task -> {
          if (task.submittedMillis <= now) {
            present.add(task);
          }
        });
    while (!present.isEmpty() && present.getFirst().width <= freeAt(now)) {
      start(present.removeFirst(), now);
    }
    if (present.isEmpty()) {
      return;
    }
    Task head = present.removeFirst();
    long shadow = now;
    while (freeAt(shadow) < head.width) {
      shadow++;
    }
    int spare = freeAt(shadow) - head.width;
    for (Task task : present) {
      boolean endsByShadow = now + task.durationMillis <= shadow;
      if (task.width <= freeAt(now) && (endsByShadow || task.width <= spare)) {
        start(task, now);
        spare -= endsByShadow ? 0 : task.width;
      }
    }
  }

  private void start(Task task, long now) {
    plan.add(task.job, now, 1);
    held.add(new Held(task.width, now + task.durationMillis));
    queue.remove(task);
  }

  private int freeAt(long instantMillis) {
    return snapshot.cluster().processors()
        - held.stream()
            .filter(hold -> hold.untilMillis > instantMillis)
            .mapToInt(Held::processors)
            .sum();
  }
}
