package tender.agent.execution;

import java.util.List;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;
import tender.bagfile.results.TaskOutcome;

/**
 * Looks on while the agent works, and changes nothing. It is told on the thread that decides or by
 * those who work for it, so it must be quick; instants are by this machine's clock.
 */
public interface PartListener {
  /** One that does not look. */
  PartListener NONE = new PartListener() {};

  /** A part is ours to do from now on. */
  default void committed(ReservedPart part, long nowMillis) {}

  /** A part that an earlier life of the agent was committed to goes on. */
  default void resumed(ReservedPart part, long nowMillis) {}

  /** What a part's tasks are is known, and their files are here. */
  default void staged(ReservationId part, long fromMillis, long untilMillis) {}

  /** Some of a part's tasks are with the batch system, as so many jobs. */
  default void submitted(ReservationId part, int tasks, int jobs) {}

  /** A pack of results is with the market. */
  default void delivered(ReservationId part, PackDelivery delivery) {}

  /** All results of a part are with the market. */
  default void ended(ReservedPart part, long nowMillis) {}

  /** The market wants no more of a part. */
  default void released(ReservedPart part, long nowMillis) {}

  /**
   * A pack of results that was handed over.
   *
   * @param runs how its tasks ran, those of them that left an exit code
   */
  record PackDelivery(
      long fromMillis, long untilMillis, List<TaskOutcome> outcomes, long bytes, List<TaskRun> runs) {
    public PackDelivery {
      outcomes = List.copyOf(outcomes);
      runs = List.copyOf(runs);
    }

    /** How many results it has. */
    public int tasks() {
      return outcomes.stream().mapToInt(outcome -> outcome.tasks().size()).sum();
    }

    /** How many of them have an exit code other than 0. */
    public int failed() {
      return outcomes.stream()
          .filter(outcome -> outcome.exitCode() != 0)
          .mapToInt(outcome -> outcome.tasks().size())
          .sum();
    }
  }

  /** One attempt at a task, as the files on the cluster say. */
  record TaskRun(int taskIndex, int attempt, int exitCode, long startedMillis, long endedMillis) {}
}
