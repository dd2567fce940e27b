package tender.core.plan.reschedule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.node.ObservedUse;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;
import tender.core.plan.Snapshot;
import tender.core.profile.Profile;
import tender.core.queue.Scheduler;

/**
 * A scheduler with a plan from which its owner makes promises: it discloses its plan and can revise
 * it for waiting jobs. If a batch system starts the jobs, the plan is a forecast.
 */
public interface PlanningScheduler extends Scheduler {

  /** Adds tasks that are running already. */
  void addRunning(Job job, int tasks, long startedMillis);

  /** Replaces the waiting job with the same id by one that has no more tasks. */
  void replace(Job replacement);

  /**
   * Plans a large job and then reduces it to fewer tasks, because fewer tasks alone might not fit
   * where more do.
   */
  void submitShrunk(Job large, int tasks, long nowMillis);

  /**
   * Plans the tasks of a job, waiting or running, by a shorter estimate. A longer one is ignored,
   * because it could break promises.
   */
  void shorten(JobId id, long durationMillis);

  /** Removes all waiting tasks of a job from the queue. */
  void withdraw(JobId id);

  /** Removes this number of waiting tasks of a job from the queue. */
  void removeTasks(Job job, int tasks);

  /** Makes a new plan if the batch system should have started something by now, and has not. */
  void replanIfOverdue(long nowMillis);

  /** Makes a new plan if an event has occurred that the current plan did not expect. */
  void replanIfChanged(long nowMillis);

  /** Makes a new plan if a due task could not start because a running job exceeds its estimate. */
  void replanAroundOverdue(long nowMillis);

  /** What the batch system has given to jobs on each node; ignored if nodes are not planned. */
  default void nodesObserved(List<ObservedUse> uses) {}

  /** Updates the expected end of the whole bag that a waiting job is a part of. */
  default void bagCompletionChanged(JobId part, long completionMillis) {}

  /**
   * All waiting jobs in the order in which they should wait at a batch system that starts jobs on
   * its own.
   */
  List<JobId> queueOrder(long nowMillis);

  /** The number of plans made so far; it changes whenever an expected end may have changed. */
  int planCount();

  /** When the last task of each running or waiting job is expected to end. */
  Map<JobId, Long> expectedEnds(long nowMillis);

  /** The running and waiting jobs. */
  Snapshot snapshot(long nowMillis);

  /** The starts of all waiting jobs, as last planned. */
  Plan plan();

  /**
   * The schedule in which incoming jobs may be planned before others; empty if they can only use
   * the {@link #freeBesidePlan gaps} of the current plan.
   */
  Optional<EdfSchedule> edfSchedule(long nowMillis);

  /** What all running and planned jobs leave free. */
  Profile freeBesidePlan(long nowMillis);
}
