package tender.agent.execution;

import java.util.List;
import tender.agent.batch.folder.PilotArray;
import tender.agent.pilot.PilotPlanner;
import tender.agent.retry.RetryBackoff;
import tender.agent.tasks.PartChunks;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskTracker;

/** Divides the pending tasks of one part into arrays, and decides which of them are for pilots. */
record ChunkPlanner(
    PartServices services,
    PartEnvironment environment,
    PartIdentity identity,
    PartChunks chunks,
    RetryBackoff backoff) {
  /** Bounds the folders that are created before the first task can run. */
  private static final int MAX_PILOT_TASKS = 20_000;

  /** Creates arrays for pending tasks, or for failed ones when it is time to retry them. */
  void createChunks(TaskTracker tracker, int slots, int jobsInFlight) {
    if (tracker.hasPending()) {
      chunks.create(tracker, identity, planPilots(tracker, slots), slots, Integer.MAX_VALUE);
    } else if (tracker.hasRetries()
        && backoff.isDue()
        && !chunks.hasWaitingRetries(environment.queue())) {
      int jobs = backoff.maxJobs(slots, jobsInFlight);
      tracker.releaseRetries();
      chunks.create(tracker, identity, planPilots(tracker, jobs), jobs, jobs);
      tracker.holdRetries();
      backoff.retried();
    }
  }

  private List<PilotArray> planPilots(TaskTracker tracker, int slots) {
    PilotPlanner planner = services.executor().pilotPlanner(tracker.job(), tracker.order());
    if (!planner.needsPilots()) {
      return List.of();
    }
    long nowMillis = services.clock().millis();
    return planner
        .countUsed(environment.queue(), identity.name(), nowMillis)
        .plan(
            Math.min(tracker.pendingCount(), MAX_PILOT_TASKS),
            environment.processors(),
            slots,
            nowMillis);
  }
}
