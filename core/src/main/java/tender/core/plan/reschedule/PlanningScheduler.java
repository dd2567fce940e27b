package tender.core.plan.reschedule;

import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;
import tender.core.plan.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.profile.Profile;
import tender.core.queue.Scheduler;

/**
 * A scheduler whose owner makes promises from its plan: it can say what it has planned, and change
 * its mind about what waits. Where somebody else starts what waits, its plan is a forecast.
 */
public interface PlanningScheduler extends Scheduler {

  /** Takes over tasks that run already. */
  void addRunning(Job job, int tasks, long startedMillis);

  /** Puts another job, of no more tasks, in the place of the one with the same id that waits. */
  void replace(Job replacement);

  /**
   * Makes room for a large job and gives it to a smaller one, where fewer tasks might fit worse
   * than more.
   */
  void submitShrunk(Job large, int tasks, long nowMillis);

  /** Takes all tasks of a job that wait out of the queue. */
  void withdraw(JobId id);

  /** Takes so many tasks of a job that wait out of the queue. */
  void removeTasks(Job job, int tasks);

  /** Plans anew if somebody else should have started something by now, and has not. */
  void replanIfOverdue(long nowMillis);

  /** Plans anew if something has happened that the plan in force did not count on. */
  void replanIfChanged(long nowMillis);

  /** Plans anew if what should have started could not, because somebody outlives his estimate. */
  void replanAroundOverdue(long nowMillis);

  /** By when the whole bag is expected to be done of which a waiting job is a part. */
  default void bagCompletionChanged(JobId part, long byMillis) {}

  /**
   * All that waits, in the order in which it should stand at a batch system of its own mind; empty
   * where that is left to the batch system.
   */
  default List<JobId> queueOrder(long nowMillis) {
    return List.of();
  }

  /** How often it has planned anew, which tells whether anybody's expected end may have moved. */
  int planCount();

  /** When the last task of each job, of those that run and wait, is expected to end. */
  Map<JobId, Long> expectedEnds(long nowMillis);

  /** What runs and what waits. */
  Snapshot snapshot(long nowMillis);

  /** The places of all that waits, as it was last planned. */
  Plan plan();

  /**
   * The schedule in which newcomers may look for a place before others; empty where, or while,
   * there is room only {@link #freeBesidePlan beside} the plan in force.
   */
  Optional<EdfSchedule> edfSchedule(long nowMillis);

  /** What all that runs and all that is planned leave free. */
  Profile freeBesidePlan(long nowMillis);
}
