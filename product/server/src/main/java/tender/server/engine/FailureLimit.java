package tender.server.engine;

import java.util.List;
import java.util.OptionalInt;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.model.TaskSet;
import tender.server.store.content.Pack;

/**
 * Whether a bag must be stopped because its first tasks have all failed. A task counts as failed
 * after its first failed attempt, even if it is retried.
 */
final class FailureLimit {
  private FailureLimit() {}

  /**
   * The number of failed tasks if the bag must be stopped.
   *
   * @param reports of all parts
   * @param accepted packs with accepted results
   */
  static OptionalInt reached(
      WorkOrder order, List<Message.AttemptsFailed> reports, List<Pack> accepted) {
    int limit = order.options().orElse(TaskOptions.DEFAULT).stopAfterFailures();
    if (limit == 0 || order.tasks() < limit) {
      return OptionalInt.empty();
    }
    TaskSet failed = TaskSet.empty();
    for (Message.AttemptsFailed report : reports) {
      if (report.succeededTasks() > 0) {
        return OptionalInt.empty();
      }
      failed = failed.plus(report.tasks());
    }
    for (Pack pack : accepted) {
      for (TaskOutcome outcome : pack.outcomes()) {
        if (outcome.exitCode() == 0 && !outcome.tasks().isEmpty()) {
          return OptionalInt.empty();
        }
        failed = failed.plus(outcome.tasks());
      }
    }
    return failed.size() < limit ? OptionalInt.empty() : OptionalInt.of(failed.size());
  }
}
