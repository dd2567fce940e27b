package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.core.queue.ConservativeScheduler;
import tender.core.queue.Scheduler;

/**
 * Delegates to a conservative scheduler and records, after each event, when each waiting job is
 * planned to start.
 */
final class RecordingConservativeScheduler implements Scheduler {
  private final ConservativeScheduler scheduler;
  private final List<JobId> waiting = new ArrayList<>();
  private final Map<JobId, Long> plannedMillis = new LinkedHashMap<>();
  private int earlier;
  private int later;

  RecordingConservativeScheduler(Cluster cluster, boolean compressing) {
    scheduler =
        new ConservativeScheduler(
            ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors()), compressing);
  }

  /** How often a job was planned, or started, earlier than planned before. */
  int earlier() {
    return earlier;
  }

  /** How often a job was planned, or started, later than planned before. */
  int later() {
    return later;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    scheduler.submit(job, nowMillis);
    waiting.add(job.id());
    recordPlan();
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    scheduler.ended(job, tasks, startedMillis, nowMillis);
    recordPlan();
  }

  @Override
  public void startDue(long nowMillis, StartListener starts) {
    scheduler.startDue(
        nowMillis,
        (job, tasks) -> {
          record(job.id(), nowMillis);
          waiting.remove(job.id());
          starts.onStart(job, tasks);
        });
  }

  @Override
  public long nextStartMillis() {
    return scheduler.nextStartMillis();
  }

  private void recordPlan() {
    scheduler.forEachRun((index, startMillis, tasks) -> record(waiting.get(index), startMillis));
  }

  private void record(JobId id, long startMillis) {
    Long before = plannedMillis.put(id, startMillis);
    if (before != null) {
      earlier += startMillis < before ? 1 : 0;
      later += startMillis > before ? 1 : 0;
    }
  }
}
