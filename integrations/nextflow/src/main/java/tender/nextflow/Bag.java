package tender.nextflow;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A bag of tasks; used by the broker's thread only. */
final class Bag {
  final String key = UUID.randomUUID().toString();
  final Map<String, Object> body;
  final List<SubmittedTask> tasks;
  final long firstSubmittedMillis;
  final long notBeforeMillis;

  /** Empty until the server has answered. */
  String id = "";

  long version = -1;
  int failedTasks;
  boolean ended;
  boolean cancelled;

  Bag(
      Map<String, Object> body,
      List<SubmittedTask> tasks,
      long firstSubmittedMillis,
      long notBeforeMillis) {
    this.body = body;
    this.tasks = List.copyOf(tasks);
    this.firstSubmittedMillis = firstSubmittedMillis;
    this.notBeforeMillis = notBeforeMillis;
  }

  long running() {
    return ended ? 0 : tasks.stream().filter(task -> !task.hasEnded()).count();
  }

  boolean isCancelled() {
    return tasks.stream().allMatch(SubmittedTask::hasEnded)
        && tasks.stream().anyMatch(SubmittedTask::isCancelled);
  }
}
