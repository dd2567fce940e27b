package tender.agent.retry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import tender.agent.batch.folder.TaskExit;
import tender.bagfile.TaskSets;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The ended attempts at the tasks of one part, for the reports of failures to the market. It reads
 * the error output of the latest attempts immediately, because a retry overwrites it.
 */
public final class FailureLog {
  /** New failures are collected for this long. */
  private static final long MIN_INTERVAL_MILLIS = Time.SECOND_MILLIS;

  /** Reports may be lost, so the last one is repeated. */
  private static final long REPEAT_MILLIS = Time.MINUTE_MILLIS;

  private final IntFunction<String> stderrTail;
  private int succeededTasks;
  private int attempts;
  private int reportedAttempts;
  private long reportedMillis = -Time.LIMIT_MILLIS;
  private TaskSet tasks = TaskSet.empty();
  private List<Message.FailedAttempt> latest = List.of();

  /**
   * @param stderrTail reads the end of a task's error output
   */
  public FailureLog(IntFunction<String> stderrTail) {
    this.stderrTail = stderrTail;
  }

  /** Adds attempts that have ended, in order. */
  public void add(List<TaskExit> ends) {
    List<TaskExit> failed = ends.stream().filter(exit -> exit.exitCode() != 0).toList();
    succeededTasks += ends.size() - failed.size();
    if (failed.isEmpty()) {
      return;
    }
    attempts += failed.size();
    tasks =
        tasks.plus(TaskSets.of(failed.stream().mapToInt(TaskExit::taskIndex).sorted().distinct()));
    List<Message.FailedAttempt> known = new ArrayList<>();
    int described = Math.min(failed.size(), Message.AttemptsFailed.MAX_LATEST);
    for (TaskExit exit : failed.subList(failed.size() - described, failed.size()).reversed()) {
      known.add(
          new Message.FailedAttempt(
              exit.taskIndex(),
              exit.attempt(),
              exit.exitCode(),
              stderrTail.apply(exit.taskIndex())));
    }
    known.addAll(latest);
    latest = known.stream().limit(Message.AttemptsFailed.MAX_LATEST).toList();
  }

  /** How many tasks have succeeded. */
  public int succeededTasks() {
    return succeededTasks;
  }

  /** The report that is due now, if any: soon after a failure, and again after a minute. */
  public Optional<Message.AttemptsFailed> nextReport(ReservationId part, long nowMillis) {
    long elapsedMillis = nowMillis - reportedMillis;
    long intervalMillis = attempts > reportedAttempts ? MIN_INTERVAL_MILLIS : REPEAT_MILLIS;
    if (attempts == 0 || (elapsedMillis >= 0 && elapsedMillis < intervalMillis)) {
      return Optional.empty();
    }
    reportedAttempts = attempts;
    reportedMillis = nowMillis;
    return Optional.of(new Message.AttemptsFailed(part, attempts, tasks, succeededTasks, latest));
  }
}
