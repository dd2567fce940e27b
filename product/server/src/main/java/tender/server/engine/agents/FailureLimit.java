package tender.server.engine.agents;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.store.content.Pack;

/**
 * Whether a bag must be stopped because its first tasks have all failed. A task counts as failed
 * after its first failed attempt, even if it is retried.
 *
 * <p>If several providers have parts of the bag and only one of them reports failures, the fault
 * may be the provider's: then more tasks must have failed.
 */
final class FailureLimit {
  /** How many times the limit must have failed at one of several providers. */
  static final int ONE_PROVIDER_FACTOR = 5;

  private FailureLimit() {}

  /**
   * The number of failed tasks if the bag must be stopped.
   *
   * @param providers how many providers have parts of the bag
   * @param reports of all parts
   * @param accepted packs with accepted results
   */
  static OptionalInt reached(
      WorkOrder order, int providers, List<Message.AttemptsFailed> reports, List<Pack> accepted) {
    int limit = order.taskOptions().stopAfterFailures();
    if (limit == 0 || order.tasks() < limit) {
      return OptionalInt.empty();
    }
    TaskSet failed = TaskSet.empty();
    Set<ProviderId> failing = new HashSet<>();
    for (Message.AttemptsFailed report : reports) {
      if (report.succeededTasks() > 0) {
        return OptionalInt.empty();
      }
      failed = failed.plus(report.tasks());
      failing.add(report.id().provider());
    }
    for (Pack pack : accepted) {
      failing.add(pack.part().provider());
      for (TaskOutcome outcome : pack.outcomes()) {
        if (outcome.exitCode() == 0 && !outcome.tasks().isEmpty()) {
          return OptionalInt.empty();
        }
        failed = failed.plus(outcome.tasks());
      }
    }
    int factor = failing.size() == 1 && providers > 1 ? ONE_PROVIDER_FACTOR : 1;
    return failed.size() < (long) factor * limit
        ? OptionalInt.empty()
        : OptionalInt.of(failed.size());
  }
}
