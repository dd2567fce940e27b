package tender.nextflow;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks that are in no bag yet, and the decision when they become one.
 *
 * <p>Tasks of a process that become ready together make one bag. Tasks that become ready one by one
 * are collected as long as bags have enough others to run: a new bag is worth its overhead when at
 * least half as many tasks wait as run, or when its first task has waited too long.
 */
final class Collector {
  /** The parameters of a bag must fit into a work order of 4 MiB. */
  static final int MAX_TASKS = 10_000;

  private final long collectMillis;
  private final long waitMillis;
  private final Map<Request, Group> groups = new LinkedHashMap<>();

  private static final class Group {
    private final List<SubmittedTask> tasks = new ArrayList<>();
    private final long firstMillis;
    private long lastMillis;

    Group(long nowMillis) {
      firstMillis = nowMillis;
    }
  }

  Collector(long collectMillis, long waitMillis) {
    this.collectMillis = collectMillis;
    this.waitMillis = waitMillis;
  }

  synchronized void add(SubmittedTask task, long nowMillis) {
    Group group = groups.computeIfAbsent(task.request(), request -> new Group(nowMillis));
    group.tasks.add(task);
    group.lastMillis = nowMillis;
  }

  /** The tasks of each bag to submit now, given the number of tasks that run. */
  synchronized List<List<SubmittedTask>> take(long nowMillis, long running) {
    int waiting = groups.values().stream().mapToInt(group -> group.tasks.size()).sum();
    List<List<SubmittedTask>> bags = new ArrayList<>();
    Iterator<Group> each = groups.values().iterator();
    while (each.hasNext()) {
      Group group = each.next();
      if (isDue(group, nowMillis, waiting, running)) {
        each.remove();
        divide(group.tasks, bags);
      }
    }
    return bags;
  }

  private boolean isDue(Group group, long nowMillis, int waiting, long running) {
    long waited = nowMillis - group.firstMillis;
    boolean quiet = nowMillis - group.lastMillis >= collectMillis || waited >= 4 * collectMillis;
    return group.tasks.size() >= MAX_TASKS
        || waited >= waitMillis
        || (quiet && 2L * waiting >= running);
  }

  private static void divide(List<SubmittedTask> tasks, List<List<SubmittedTask>> bags) {
    for (int start = 0; start < tasks.size(); start += MAX_TASKS) {
      List<SubmittedTask> some =
          tasks.subList(start, Math.min(tasks.size(), start + MAX_TASKS)).stream()
              .filter(task -> !task.isCancelled())
              .toList();
      if (!some.isEmpty()) {
        bags.add(some);
      }
    }
  }
}
