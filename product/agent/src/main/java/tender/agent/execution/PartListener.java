package tender.agent.execution;

import java.util.List;
import java.util.OptionalLong;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservedPart;

/**
 * Receives events of the agent's parts. It is called by the event loop or its worker threads, so it
 * must be quick; instants are by this machine's clock.
 */
public interface PartListener {
  /** Ignores all events. */
  PartListener NONE = new PartListener() {};

  /** A part was committed. */
  default void committed(ReservedPart part, long nowMillis) {}

  /** A part that was committed before a restart of the agent continues. */
  default void resumed(ReservedPart part, long nowMillis) {}

  /** The part's work order and input files have been fetched. */
  default void staged(ReservationId part, long fromMillis, long untilMillis) {}

  /** Some of a part's tasks have been submitted to the batch system. */
  default void submitted(ReservationId part, int tasks, int jobs) {}

  /** The market has stored a pack of results. */
  default void delivered(ReservationId part, PackDelivery delivery) {}

  /** The market has all results of a part. */
  default void ended(ReservedPart part, long nowMillis) {}

  /** The market has released a part. */
  default void released(ReservedPart part, long nowMillis) {}

  /**
   * A delivered pack of results.
   *
   * @param runs attempts of its tasks that left an exit code
   */
  record PackDelivery(
      long fromMillis,
      long untilMillis,
      List<TaskOutcome> outcomes,
      long bytes,
      List<TaskRun> runs) {
    public PackDelivery {
      outcomes = List.copyOf(outcomes);
      runs = List.copyOf(runs);
    }

    /** How many results it contains. */
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

  /**
   * One attempt at a task, as recorded in the part's folder.
   *
   * @param peakKib the most memory that it used, in KiB; empty if it was not measured
   */
  record TaskRun(
      int taskIndex,
      int attempt,
      int exitCode,
      long startedMillis,
      long endedMillis,
      OptionalLong peakKib) {}
}
